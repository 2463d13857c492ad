import { type LastingSource, listedBy } from "@postern/kit/access";
import { hooks } from "./collections.ts";

/** The webhooks that a context has set up. Their URLs may hold secrets. */
export const setUpItems: LastingSource = {
  group: "hooks",
  find: listedBy(hooks, "byContext", ({ id, description }) => ({
    ...{ type: "webhook", id, name: description, afterwards: "ends" },
  })),
};

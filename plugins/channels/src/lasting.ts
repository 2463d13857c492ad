import { type LastingSource, listedBy } from "@postern/kit/access";
import { adapters } from "./collections.ts";

/** The adapters that a context has set up. */
export const setUpItems: LastingSource = {
  group: "channels",
  find: listedBy(adapters, "byCreator", ({ id, kind }) => ({ type: `${kind} adapter`, id, afterwards: "ends" })),
};

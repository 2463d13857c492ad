import { type LastingSource, listedBy } from "@postern/kit/access";
import { connections } from "./collections.ts";

/** The connections that a context has created. Their secrets stay until somebody removes them. */
export const setUpItems: LastingSource = {
  group: "credentials",
  find: listedBy(connections, "byCreator", ({ id, label, provider }) => ({
    ...{ type: `${provider} connection`, id, name: label, afterwards: "stays" },
  })),
};

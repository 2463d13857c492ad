import { type LastingSource, listedBy } from "@postern/kit/access";
import { rules } from "./collections.ts";

/** The rules that a context has set up. */
export const setUpItems: LastingSource = {
  group: "rules",
  find: listedBy(rules, "byOwner", ({ id, name }) => ({ type: "rule", id, name, afterwards: "ends" })),
};

import { type LastingSource, listedBy } from "@postern/kit/access";
import { accounts } from "./collections.ts";

/** The accounts that a context has set up. */
export const setUpItems: LastingSource = {
  group: "calendars",
  find: listedBy(accounts, "byCreator", ({ id, provider }) => ({
    ...{ type: `${provider} account`, id, afterwards: "ends" },
  })),
};

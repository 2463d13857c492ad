import { type LastingSource, listedBy } from "@postern/kit/access";
import { schedules } from "./collections.ts";

/** The schedules that a context has set up. */
export const setUpItems: LastingSource = {
  group: "schedules",
  find: listedBy(schedules, "byOwnName", ({ id, name }) => ({ type: "schedule", id, name, afterwards: "ends" })),
};

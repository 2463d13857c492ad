import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const archive = defineCommand(group, {
  id: "calendars.archive",
  summary: "Archive a calendar",
  description:
    "An archived calendar cannot be changed and is not listed by default; its events can still be read. Archiving an archived calendar has no effect.",
  ...archiving(true),
  examples: [{ title: "Archive a calendar", input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12" } }],
});

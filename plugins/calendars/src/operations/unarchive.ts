import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const unarchive = defineCommand(group, {
  id: "calendars.unarchive",
  summary: "Unarchive a calendar",
  description: "Unarchiving an active calendar has no effect.",
  ...archiving(false),
  examples: [{ title: "Unarchive a calendar", input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12" } }],
});

import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const unarchive = defineCommand(group, {
  id: "calendars.unarchive",
  summary: "Take a calendar back from the archive",
  description: "One that is not archived stays as it is.",
  ...archiving(false),
  examples: [{ title: "A calendar", input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12" } }],
});

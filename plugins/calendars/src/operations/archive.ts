import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const archive = defineCommand(group, {
  id: "calendars.archive",
  summary: "Archive a calendar: it takes no changes and is in no list",
  description: "Its events stay and can be seen. An archived one stays as it is.",
  ...archiving(true),
  examples: [{ title: "A calendar", input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12" } }],
});

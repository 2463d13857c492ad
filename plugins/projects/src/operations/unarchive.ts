import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const unarchive = defineCommand(group, {
  id: "projects.unarchive",
  summary: "Take a project back from the archive",
  ...archiving(false),
  examples: [{ title: "One project", input: { id: "web-site" } }],
});

import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const archive = defineCommand(group, {
  id: "projects.archive",
  summary: "Archive a project",
  description: "It keeps its slug and what is filed under it; other groups say what they still do with it.",
  ...archiving(true),
  examples: [{ title: "One project", input: { id: "web-site" } }],
});

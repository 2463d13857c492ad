import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const archive = defineCommand(group, {
  id: "projects.archive",
  summary: "Archive a project",
  description: "The project keeps its slug and its records. Other plugins decide how they treat archived projects.",
  ...archiving(true),
  examples: [{ title: "Archive a project", input: { id: "web-site" } }],
});

import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const unarchive = defineCommand(group, {
  id: "projects.unarchive",
  summary: "Restore an archived project",
  description: "The project keeps its id and slug.",
  ...archiving(false),
  examples: [{ title: "Restore a project", input: { id: "web-site" } }],
});

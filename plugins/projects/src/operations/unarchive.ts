import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const unarchive = defineCommand(group, {
  id: "projects.unarchive",
  summary: "Take a project back from the archive",
  description: "The project keeps its id and slug.",
  ...archiving(false),
  examples: [{ title: "One project", input: { id: "web-site" } }],
});

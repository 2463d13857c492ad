import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const unarchive = defineCommand(group, {
  id: "agents.unarchive",
  summary: "Take an agent back from the archive",
  description: "What waited when it was archived is handed over. One that is not archived stays as it is.",
  ...archiving(false),
  examples: [{ title: "One agent", input: { id: "main" } }],
});

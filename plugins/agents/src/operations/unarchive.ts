import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const unarchive = defineCommand(group, {
  id: "agents.unarchive",
  summary: "Restore an agent from the archive",
  description:
    "Messages that were pending when the agent was archived are delivered. Restoring an agent that is not archived has no effect.",
  ...archiving(false),
  examples: [{ title: "Restore an agent", input: { id: "main" } }],
});

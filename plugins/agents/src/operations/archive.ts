import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const archive = defineCommand(group, {
  id: "agents.archive",
  summary: "Archive an agent",
  description:
    "An archived agent has no turns, and messages sent while it is archived are never delivered to it. Pending messages are kept until the agent is restored or they are discarded. Archiving an archived agent has no effect.",
  ...archiving(true),
  examples: [{ title: "Archive an agent", input: { id: "main" } }],
});

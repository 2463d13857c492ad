import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const archive = defineCommand(group, {
  id: "agents.archive",
  summary: "Archive an agent: it has no turns",
  description:
    "What is said while it is archived is not for it. What waited is kept until it is taken back, or discarded. An archived one stays as it is.",
  ...archiving(true),
  examples: [{ title: "One agent", input: { id: "main" } }],
});

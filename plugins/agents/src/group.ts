import { defineGroup } from "@postern/core";

export const group = defineGroup("agents", {
  title: "Agents",
  description: "Agents, their speech defaults, and messages gathered for their next turn.",
  scopes: { turns: "Hear the messages that are handed over to agents" },
});

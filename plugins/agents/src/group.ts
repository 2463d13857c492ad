import { defineGroup, optional } from "@postern/core";
import { syncDomains } from "@postern/core/sync";

export const group = defineGroup("agents", {
  title: "Agents",
  description: "Agents, their speech defaults, and messages gathered for their next turn.",
  needs: { sync: optional(syncDomains) },
  scopes: { turns: "Hear the messages that are handed over to agents" },
});

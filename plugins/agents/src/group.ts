import { defineGroup, optional } from "@postern/core";
import { syncDomains } from "@postern/core/sync";

export const group = defineGroup("agents", {
  title: "Agents",
  description: "Manage agents, their speech defaults and the turns in which they receive chat messages.",
  needs: { sync: optional(syncDomains) },
  scopes: { turns: "Receive the messages of agents' turns" },
});

import { defineGroup, optional } from "@postern/core";
import { checks } from "@postern/core/checks";
import { syncDomains } from "@postern/core/sync";

export const group = defineGroup("agents", {
  title: "Agents",
  description: "Manage agents, their speech defaults and the turns in which they receive chat messages.",
  needs: { sync: optional(syncDomains), checks: optional(checks) },
  scopes: { turns: "Receive the messages of agents' turns" },
});

import { agentDirectory } from "@postern/agents/services";
import { defineGroup, gatewayView, optional } from "@postern/core";
import { connectionDirectory } from "@postern/credentials/services";

export const group = defineGroup("prox", {
  title: "Call profiles",
  description: "Call profiles: who calls, with which voice, and what is said.",
  needs: {
    gateway: gatewayView,
    agents: optional(agentDirectory),
    connections: optional(connectionDirectory),
  },
});

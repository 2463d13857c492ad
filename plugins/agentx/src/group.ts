import { defineGroup } from "@postern/core";

export const group = defineGroup("agentx", {
  title: "Coding agents",
  description: "Sessions of coding agents that speak the Agent Client Protocol.",
});

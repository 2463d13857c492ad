import { defineGroup, observers } from "@postern/core";

export const group = defineGroup("opentelemetry", {
  title: "OpenTelemetry",
  description: "Traces of calls, commits, attempts of queues and turns of agents, for OpenTelemetry.",
  needs: { observers },
});

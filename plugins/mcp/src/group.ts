import { defineGroup, gatewayView, journalView, oneOf, optional, stateOf, T } from "@postern/core";
import { drainables } from "@postern/kit/checks";
import { numeric, withDefault } from "@postern/kit/fields";
import type { State } from "./state.ts";

export const group = defineGroup("mcp", {
  title: "MCP",
  description: "Model Context Protocol: the operations of the gateway as tools of a model.",
  state: stateOf<State>(),
  needs: { journal: journalView, gateway: gatewayView, drainables: optional(drainables) },
  config: T.Object({
    mode: withDefault(
      {
        ...oneOf("tools", "compact"),
        description: "Default mode: one tool for each operation, or six tools for all of them",
      },
      "tools",
    ),
    streams: withDefault(
      numeric({ minimum: 1, maximum: 100_000, description: "Maximum number of open streams of changes" }),
      "1000",
    ),
    streamsPerKey: withDefault(
      numeric({ minimum: 1, maximum: 10_000, description: "Maximum number of open streams of changes per key" }),
      "16",
    ),
    waits: withDefault(
      numeric({ minimum: 1, maximum: 100_000, description: "Maximum number of calls that wait for events" }),
      "1000",
    ),
    waitsPerKey: withDefault(
      numeric({ minimum: 1, maximum: 10_000, description: "Maximum number of calls per key that wait for events" }),
      "8",
    ),
  }),
});

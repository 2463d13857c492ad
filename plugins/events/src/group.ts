import { defineGroup, gatewayView, journalView, optional, stateOf, T } from "@postern/core";
import { drainables } from "@postern/kit/checks";
import { numeric, withDefault } from "@postern/kit/fields";
import type { State } from "./state.ts";

export const group = defineGroup("events", {
  title: "Events",
  description: "List events and follow them as a live stream.",
  state: stateOf<State>(),
  needs: { journal: journalView, gateway: gatewayView, drainables: optional(drainables) },
  config: T.Object({
    heartbeat: withDefault(
      numeric({ minimum: 1, maximum: 300, description: "Seconds between heartbeats of a stream" }),
      "15",
    ),
    behind: withDefault(
      numeric({
        minimum: 1,
        description: "Number of commits that a stalled client may fall behind before it is disconnected",
      }),
      "10000",
    ),
    patience: withDefault(
      numeric({
        minimum: 1,
        maximum: 3_600,
        description: "Seconds after which a stalled client is disconnected",
      }),
      "30",
    ),
    streams: withDefault(
      numeric({ minimum: 1, maximum: 100_000, description: "Maximum number of open streams" }),
      "1000",
    ),
    streamsPerKey: withDefault(
      numeric({ minimum: 1, maximum: 100_000, description: "Maximum number of open streams per key" }),
      "50",
    ),
  }),
});

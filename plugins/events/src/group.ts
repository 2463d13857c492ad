import { defineGroup, gatewayView, journalView, numeric, stateOf, T, withDefault } from "@postern/core";
import type { State } from "./state.ts";

export const group = defineGroup("events", {
  title: "Events",
  description: "What happened, as a list and as a live stream.",
  state: stateOf<State>(),
  needs: { journal: journalView, gateway: gatewayView },
  config: T.Object({
    heartbeat: withDefault(numeric({ minimum: 1, maximum: 300, description: "Seconds between signs of life" }), "15"),
    behind: withDefault(
      numeric({
        minimum: 1,
        description: "Commits that a client which does not read may fall behind before it is cut off",
      }),
      "10000",
    ),
    patience: withDefault(
      numeric({
        minimum: 1,
        maximum: 3_600,
        description: "Seconds after which a client that does not read is cut off",
      }),
      "30",
    ),
    streams: withDefault(numeric({ minimum: 1, maximum: 100_000, description: "Streams open at a time" }), "1000"),
    streamsPerKey: withDefault(
      numeric({ minimum: 1, maximum: 100_000, description: "Streams open at a time for one key" }),
      "50",
    ),
  }),
});

import { defineGroup, stateOf, T } from "@postern/core";
import { numeric, withDefault } from "@postern/kit/fields";
import type { State } from "./state.ts";

export const group = defineGroup("batch", {
  title: "Batch",
  description: "Many calls in one request.",
  state: stateOf<State>(),
  config: T.Object({
    inFlight: withDefault(
      numeric({
        minimum: 1,
        maximum: 1_024,
        description: "Maximum number of calls of a request that run at the same time",
      }),
      "256",
    ),
    streams: withDefault(
      numeric({ minimum: 1, maximum: 10_000, description: "Maximum number of open requests" }),
      "32",
    ),
    idle: withDefault(
      numeric({ minimum: 1, maximum: 86_400, description: "Seconds without data after which a request is ended" }),
      "300",
    ),
  }),
});

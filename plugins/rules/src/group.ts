import { defineGroup, gatewayView, journalView, optional, stateOf, T } from "@postern/core";
import { lastingWork } from "@postern/kit/access";
import { checks } from "@postern/kit/checks";
import { numeric, withDefault } from "@postern/kit/fields";
import type { State } from "./state.ts";

export const group = defineGroup("rules", {
  title: "Rules",
  description: "Rules that run an operation after an event, each with its own key.",
  config: T.Object({
    chainRuns: withDefault(
      numeric({
        minimum: 1,
        maximum: 1_000_000,
        description: "How often rules may run because of one event, over everything that follows from it",
      }),
      "500",
    ),
  }),
  needs: { lasting: optional(lastingWork), gateway: gatewayView, journal: journalView, checks: optional(checks) },
  state: stateOf<State>(),
});

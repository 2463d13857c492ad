import { defineGroup, gatewayView, journalView, optional, stateOf } from "@postern/core";
import { checks } from "@postern/kit/checks";
import type { State } from "./state.ts";

export const group = defineGroup("rules", {
  title: "Rules",
  description: "Rules that run an operation after an event, each with its own key.",
  needs: { gateway: gatewayView, journal: journalView, checks: optional(checks) },
  state: stateOf<State>(),
});

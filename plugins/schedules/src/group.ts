import { defineGroup, gatewayView, optional, stateOf } from "@postern/core";
import { checks } from "@postern/kit/checks";
import type { State } from "./state.ts";

export const group = defineGroup("schedules", {
  title: "Schedules",
  description: "Run operations at given times: once, at intervals, by cron expressions and recurrence rules.",
  needs: { gateway: gatewayView, checks: optional(checks) },
  state: stateOf<State>(),
});

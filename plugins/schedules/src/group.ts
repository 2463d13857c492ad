import { defineGroup, gatewayView, optional, stateOf } from "@postern/core";
import { lastingWork } from "@postern/kit/access";
import { checks } from "@postern/kit/checks";
import type { State } from "./state.ts";

export const group = defineGroup("schedules", {
  title: "Schedules",
  description: "Run operations at given times: once, at intervals, by cron expressions and recurrence rules.",
  needs: { lasting: optional(lastingWork), gateway: gatewayView, checks: optional(checks) },
  state: stateOf<State>(),
});

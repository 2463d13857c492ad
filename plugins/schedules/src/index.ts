import { definePlugin } from "@postern/core";
import { schedulesCheck } from "./check.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { startDue } from "./due/worker.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { setUpItems } from "./lasting.ts";
import * as operations from "./operations/index.ts";
import { runs } from "./runs/queue.ts";
import { createState } from "./state.ts";
import { sweep } from "./sweep.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Schedule, ShownSchedule } from "./schemas.ts";

/** Schedules: operations that run at given times. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  setup(host) {
    host.services.checks?.register(schedulesCheck);
    host.services.lasting?.register(setUpItems);
    return { state: createState(host) };
  },
  workers: [runs, startDue, sweep],
});

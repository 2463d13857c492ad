import { definePlugin, healthCheck, undoLog } from "@postern/core";
import type { Verified } from "@postern/core/storage";
import { checks, drainables } from "@postern/kit/checks";
import { createSharedRuns } from "@postern/kit/queue";
import { maintainStore } from "./background.ts";
import { schedule } from "./backups/schedule.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { backupFailed, backupMade, gatewayDrained, gatewayLost, gatewayResumed } from "./events.ts";
import { createOpenRequests } from "./gateways/drainables.ts";
import { membership } from "./gateways/membership.ts";
import { group } from "./group.ts";
import { createHealth } from "./health.ts";
import { setUpItems } from "./lasting.ts";
import { countCalls } from "./metrics/calls.ts";
import { measureProcess } from "./metrics/process.ts";
import { metrics } from "./metrics/route.ts";
import * as operations from "./operations/index.ts";
import { favicon, startPage } from "./start-page/routes.ts";
import { noteUndo } from "./undo/note.ts";
import { sweepUndoables } from "./undo/sweep.ts";

export * from "./errors.ts";
export * from "./operations/index.ts";
export { backupFailed, backupMade, gatewayDrained, gatewayLost, gatewayResumed };

/** Status, diagnostics, verification and backups of the gateway, and undoing commands. */
export default definePlugin(group, {
  version: "1.0.0",
  schemas,
  collections,
  operations: Object.values(operations),
  events: [backupMade, backupFailed, gatewayDrained, gatewayResumed, gatewayLost],
  workers: [membership, schedule, sweepUndoables],
  routes: [startPage, favicon, metrics],
  provides: { checks, drainables, health: healthCheck, undo: undoLog },
  setup(host) {
    host.services.lasting?.register(setUpItems);
    const { registry, health } = createHealth(host);
    const openRequests = createOpenRequests();
    const counts = countCalls();
    if (host.config.metrics !== false) host.services.observers.add(counts.observer);
    const process = measureProcess();
    host.signal.addEventListener("abort", process.stop, { once: true });
    return {
      services: {
        checks: { register: registry.register },
        drainables: { register: openRequests.register },
        health,
        undo: { note: (ctx, done, place) => noteUndo(host.services, ctx, done, place) },
      },
      state: { verifications: createSharedRuns<Verified>(), registry, openRequests, counts, process, self: undefined },
    };
  },
  start: maintainStore,
});

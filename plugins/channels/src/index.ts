import { definePlugin, type Worker } from "@postern/core";
import { markExisting } from "@postern/kit/outbound";
import { channelsCheck } from "./check.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import type { OurHost } from "./host.ts";
import { openKinds } from "./kinds.ts";
import { setUpItems } from "./lasting.ts";
import * as operations from "./operations/index.ts";
import { outbound } from "./outbox/consumer.ts";
import { outbox } from "./outbox/outbox.ts";
import {
  beginLife,
  runnerDied,
  runnerLife,
  runnerRecords,
  runnerStarted,
  runnerStopped,
  watch,
} from "./runner/index.ts";
import { startAdapters } from "./runtime/index.ts";
import { adapterKinds } from "./services.ts";
import { createState } from "./state.ts";
import { webhookRoute } from "./webhook/route.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export {
  NoRunner,
  OneProcess,
  PmUnavailable,
  RunnerBusy,
  RunnerElsewhere,
  RunnerUndecided,
  runnerDied,
  runnerStarted,
  runnerStopped,
  ScriptMissing,
  StartFailed,
} from "./runner/index.ts";
export type { Adapter, Kind, Place, Reaction } from "./schemas.ts";
export * from "./webhook/errors.ts";

/** A worker as the gateway reports it. Only the runner starts it. */
const shown = <W extends Worker>(worker: W): W => ({ ...worker, start: () => () => {} });

/** The channel runner and the adapters that connect chats to other platforms. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 2,
  migrations: { 2: markExisting(collections.adapters) },
  schemas,
  collections: { ...collections, ...runnerRecords },
  operations: Object.values(operations),
  events: [runnerStarted, runnerStopped, runnerDied, ...Object.values(events)],
  provides: { kinds: adapterKinds, life: runnerLife },
  setup(host) {
    const state = createState();
    host.services.checks?.register(channelsCheck(host, state));
    host.services.lasting?.register(setUpItems);
    return { services: { kinds: openKinds(host, state), life: () => state.life }, state };
  },
  routes: [webhookRoute],
  workers: [watch, shown(outbox), shown(outbound)],
  start: begin,
});

async function begin(host: OurHost) {
  if (host.config.role !== "runner") return undefined;
  const life = await beginLife(host, startAdapters);
  return life.stop;
}

import { hostname } from "node:os";
import { createStorage } from "unstorage";
import memory from "unstorage/drivers/memory";
import { callerOf, createRecognizer } from "../auth/recognize.ts";
import { approvalsService } from "../define/approvals.ts";
import type { Call } from "../define/call.ts";
import type { Caller } from "../define/caller.ts";
import type { Cause } from "../define/cause.ts";
import { Unavailable } from "../define/errors.ts";
import { declaredError } from "../define/failure.ts";
import { observers } from "../define/observer.ts";
import type { Operation } from "../define/operation.ts";
import type { Plugin } from "../define/plugin.ts";
import { undoLog } from "../define/undo.ts";
import { type CompleteDriver, complete, latestReads, storeViewOf } from "../storage/index.ts";
import type { PluginInstance } from "./call-context.ts";
import { type PluginSetting, type Running, startPlugins } from "./lifecycle.ts";
import { openData } from "./migrate.ts";
import { openJournal } from "./open-journal.ts";
import { join, perform } from "./pipeline.ts";
import type { JoinableCommit } from "./transactions.ts";
import type { GatewayOptions } from "./types.ts";
import { reportUndeclared, writeChecks } from "./undeclared.ts";
import { createView, type GatewayView, gatewayView, journalView, storeView } from "./view.ts";
import type { Runtime } from "./work.ts";

/** How long a stop waits for running listeners, in milliseconds. */
const LISTENERS = 5_000;

export type Booted = Awaited<ReturnType<typeof boot>>;

type Options = GatewayOptions<readonly Plugin[]>;
type Setting = Options &
  Required<Pick<Options, "id" | "log">> &
  Pick<PluginSetting, "manifest" | "offers" | "setAside" | "bus" | "signal"> &
  Pick<GatewayView, "call"> & {
    /** Receives a description of what the start is doing. */
    onProgress(progress: string | undefined): void;
  };

/** Opens the store, starts the plugins and returns the parts of a running gateway. Closes the store if that fails. */
export async function boot(given: Setting) {
  const setting = { ...given, settled: new Map() };
  const store = await complete(setting.storage ?? memory(), setting);
  try {
    // Otherwise records would outlive the large values that they name.
    if (setting.blobs === undefined && store.guarantees.durable !== false) throw new Error(blobsMissing(store.name));
    const trouble = store.trouble();
    // A store that refuses writes is served read-only, if it has any data.
    if (trouble && (await store.range({ start: "", end: "\uffff", limit: 1 })).length === 0) throw trouble;
    return await bootOn(await openData(store, setting), setting);
  } catch (error) {
    await store.dispose?.();
    throw error;
  }
}

const blobsMissing = (store: string): string =>
  `The store ${store} outlives the process, but no storage of large values (files, sound, imports) is set. Set "blobs", for example to openBlobs({ path: "data/blobs" }) of @postern/core/blobs, or to "memory" if they may be lost`;

async function bootOn(driver: CompleteDriver, { limits = {}, checks = {}, ...given }: Setting) {
  const setting = { ...given, now: given.now ?? driver.now ?? Date.now };
  const { plugins, manifest, bus, now, log, signal, onProgress, background = true } = setting;
  const blobs = typeof setting.blobs === "object" ? setting.blobs : createStorage();
  const collections = plugins.flatMap((plugin) => plugin.collections);
  const owners = new Map<Operation, Plugin>(
    plugins.flatMap((plugin) => plugin.operations.map((operation) => [operation, plugin] as const)),
  );
  const { view, onBuild, onDamaged } = createView({
    ...{ driver, manifest, plugins, log, onProgress, startedAt: now(), running: () => running },
    ...{ call: setting.call, host: setting.host ?? hostname() },
  });
  const onPut = writeChecks(plugins, checks.writes !== false);
  const history = await openJournal({ ...setting, driver, limits, onDamaged, onPut });
  const runtime: Runtime = {
    ...history,
    driver,
    now,
    part: (operation) => partOf(operation, owners, running),
    approvals: () => running.service(approvalsService),
    undoLog: () => running.service(undoLog),
    onDamaged,
    onInvalid: (operation, issues) =>
      log.error({ operation: operation.id, issues }, "An answer does not match its schema"),
    onUndeclared: reportUndeclared(log, checks.undeclared),
  };
  const own = { execute: true, approved: true, signal: () => signal } as const;
  const callOf = (operation: Operation, input: unknown, caller: Caller, cause?: Cause): Call => ({
    ...{ ...own, operation, input: structuredClone(input ?? {}), caller, cause },
  });
  // What a plugin does for another caller is under the same policies as what that caller does itself.
  const callBy = (operation: Operation, input: unknown, by: Caller): Call => ({
    ...{ ...callOf(operation, input, by), approved: undefined },
  });
  const running = await startPlugins(plugins, {
    ...setting,
    ...history,
    driver,
    blobs,
    background,
    onBuild,
    deadline: limits.pluginStart ?? 10_000,
    given: new Map<string, unknown>([
      [gatewayView.id, view],
      [observers.id, history.observers],
      [journalView.id, history.journal],
      [storeView.id, storeViewOf(driver, blobs, collections)],
    ]),
    callerOf: (contextId) => callerOf(latestReads(driver), contextId, history.clock.now()),
    transact(caller, work, cause) {
      const callIn = (staging: JoinableCommit) => (operation: Operation, input: unknown, by?: Caller) =>
        join(runtime, by ? callBy(operation, input, by) : callOf(operation, input, caller), staging) as never;
      return history.transact(caller, (ctx, staging) => work({ ...ctx, call: callIn(staging) }), cause);
    },
    async call(operation, input, caller, cause) {
      const answer = await perform(runtime, callOf(operation, input, caller, cause)).catch((error: unknown) => {
        throw declaredError(error);
      });
      return answer.done ? answer.output : answer.plan;
    },
  });
  return {
    ...runtime,
    running,
    view,
    recognize: createRecognizer(driver, history.queue, history.clock, log),
    clock: history.clock,
    refused: history.refused,
    log,
    async stop() {
      try {
        await running.stop();
        await history.stop();
        await bus.idle(LISTENERS);
      } finally {
        await driver.dispose?.();
      }
    },
  };
}

function partOf(operation: Operation, owners: ReadonlyMap<Operation, Plugin>, running: Running): PluginInstance {
  const plugin = owners.get(operation)?.name ?? operation.group.name;
  const state = running.states.get(plugin);
  const part = running.parts.get(plugin);
  if (!part || !state)
    throw Unavailable({ reason: `Plugin "${plugin}" is not running: ${state?.reason ?? "it is starting"}`, plugin });
  if (state.state === "read-only" && operation.kind === "command")
    throw Unavailable({ reason: `Read-only: ${state.reason}`, plugin });
  return part;
}

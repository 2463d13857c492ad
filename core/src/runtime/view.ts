import type { Call } from "../define/call.ts";
import type { EventDefinition } from "../define/event.ts";
import type { PluginContext, Worker, WorkerState } from "../define/host.ts";
import type { Journal } from "../define/journal.ts";
import { kernelEvents } from "../define/journal.ts";
import type { Logger } from "../define/log.ts";
import type { Manifest } from "../define/manifest.ts";
import { omitUndefined } from "../define/omit-undefined.ts";
import type { Operation } from "../define/operation.ts";
import type { Plugin } from "../define/plugin.ts";
import { defineService } from "../define/service.ts";
import type { CompleteDriver, Guarantees, StoreView } from "../storage/index.ts";
import { type IndexBuild, progressOf } from "./indexes/ensure.ts";
import type { PluginState, Running } from "./lifecycle.ts";
import type { CallOptions } from "./types.ts";

/** The state of the gateway, for plugins that show it. */
export interface GatewayView {
  readonly version: string;
  /** The name of this machine, to be shown with what only it has: several gateways can share a store. */
  readonly host: string;
  readonly manifest: Manifest;
  /**
   * The definition of an event type, with the functions that plain JSON cannot hold. Undefined if no plugin defines it.
   */
  event(type: string): EventDefinition | undefined;
  /** The definition of an operation. Undefined if no plugin defines it. */
  operation(id: string): Operation | undefined;
  /**
   * Calls any operation as a caller, or with `dryRun` only plans it. `approved` is the approval of the call, if it has
   * one. Throws what the operation throws, or `gateway.unknown_operation`.
   */
  call(
    id: string,
    input: unknown,
    options: CallOptions & Required<Pick<CallOptions, "caller">> & Pick<Call, "approved">,
    how?: Pick<Call, "dryRun">,
  ): Promise<unknown>;
  /** The pages that plugins add to a console. */
  readonly pages: readonly Pick<Plugin, "name" | "pages">[];
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** Throws until every plugin has been started or set aside. */
  plugins(): readonly PluginState[];
  store(): { driver: string; guarantees: Guarantees; degraded?: string };
  /** The state of each queue and consumer. Rejects if the store is damaged or does not answer. */
  workers(): Promise<WorkerState[]>;
  /** How much work this process has claimed for itself, by worker; those without are omitted. */
  held(): Readonly<Record<string, number>>;
  /**
   * Stops the background work that other processes can do, or starts it again; meanwhile `/readyz` answers 503. Calls
   * are answered all the same.
   */
  drain(isWanted: boolean): Promise<void>;
  /** How many commits of other processes this one has not noticed yet. */
  lag(): Promise<number>;
  /** Figures of the storage driver's own, such as the size of its file. */
  figures(): Promise<Readonly<Record<string, number>>>;
  /** Indexes of stored records that were built at the start. */
  indexes(): readonly IndexBuild[];
  /** Records found damaged since the start, by encoded key. */
  damaged(): readonly string[];
}

/** Always provided. */
export const gatewayView = defineService<GatewayView>("gateway.view");

const heldBy = (worker: Worker, host: PluginContext) => [worker.name, worker.held?.(host) ?? 0] as const;

/** How many damaged records are remembered, so that a badly damaged store cannot fill the memory. */
const MAX_DAMAGED = 1_000;

interface Setting extends Pick<GatewayView, "host" | "manifest" | "startedAt" | "call"> {
  readonly plugins: readonly Plugin[];
  readonly driver: CompleteDriver;
  readonly log: Logger;
  running(): Running;
  /** Receives a description of what the start is doing. */
  onProgress(progress: string | undefined): void;
}

/** The view of one start, and the callbacks that update it. */
export function createView({ driver, plugins, log, running, onProgress, ...given }: Setting) {
  const damaged = new Set<string>();
  const builds = new Map<string, IndexBuild>();
  const defined = [...plugins.flatMap((plugin) => plugin.events), ...kernelEvents] as readonly EventDefinition[];
  const events = new Map(defined.map((event) => [event.type, event]));
  const operations = new Map(plugins.flatMap((plugin) => plugin.operations.map((one) => [one.id, one] as const)));
  const ofWorkers = <T>(read: (worker: Worker, host: PluginContext) => T): T[] =>
    plugins.flatMap(({ name, workers }) => {
      const host = running().parts.get(name)?.host;
      return host ? workers.map((worker) => read(worker, host)) : [];
    });
  const view: GatewayView = {
    ...{ ...given, version: given.manifest.core },
    pages: plugins.map(({ name, pages }) => ({ name, pages })),
    event: (type) => events.get(type),
    operation: (id) => operations.get(id),
    plugins: () => [...running().states.values()],
    store: () =>
      omitUndefined({ driver: driver.name, guarantees: driver.guarantees, degraded: driver.trouble()?.message }),
    workers: () => Promise.all(ofWorkers((worker, host) => worker.state(host))),
    held: () => Object.fromEntries(ofWorkers(heldBy).filter(([, count]) => count > 0)),
    drain: (isWanted) => running().jobs.drain(isWanted),
    lag: async () => Math.max(0, ((await driver.position?.()) ?? 0) - (driver.committed?.() ?? 0)),
    figures: async () => (await driver.figures?.()) ?? {},
    indexes: () => [...builds.values()],
    damaged: () => [...damaged],
  };
  return {
    view,
    onBuild(build: IndexBuild): void {
      builds.set(build.indexes.join(), build);
      onProgress(progressOf(build));
    },
    onDamaged(key: string): void {
      if (damaged.size >= MAX_DAMAGED || damaged.has(key)) return;
      damaged.add(key);
      log.error({ key }, "A stored record is damaged and was skipped");
    },
  };
}

/** Always provided: the journal. */
export const journalView = defineService<Journal>("gateway.journal");

/** Always provided. A plugin that needs it can read everything, including digests of keys and stored secrets. */
export const storeView = defineService<StoreView>("gateway.store");

/** Checks of plugins that `/health` includes, if a plugin provides them. They may only say whether everything works. */
export const healthCheck = defineService<() => Promise<"ok" | "degraded">>("service.health");

import { setTimeout as pause } from "node:timers/promises";
import { type Caller, createCaller } from "../define/caller.ts";
import type { Cause } from "../define/cause.ts";
import { membersOf } from "../define/copy.ts";
import { issuesText } from "../define/error.ts";
import type { PluginContext, Stop } from "../define/host.ts";
import { causeOf, type Logger } from "../define/log.ts";
import { type Observers, observedTask } from "../define/observer.ts";
import type { Operation } from "../define/operation.ts";
import type { Plugin, SetupContext } from "../define/plugin.ts";
import type { Mounted } from "../define/route.ts";
import { isPerCall, type Service, type ServiceContext, serviceFor } from "../define/service.ts";
import type { PluginTransaction } from "../define/transaction.ts";
import { read } from "../define/validate.ts";
import { type BlobStorage, blobsOf } from "../storage/blobs.ts";
import { withDeadline } from "../storage/deadline.ts";
import { messageOf, StoreUnavailable } from "../storage/errors.ts";
import { latestReads, type MaybePromise } from "../storage/index.ts";
import type { Bus } from "./bus.ts";
import type { PluginInstance } from "./call-context.ts";
import type { Building } from "./indexes/ensure.ts";
import { createJobs, type Jobs } from "./jobs.ts";
import { migrate } from "./migrate.ts";
import { isOptional } from "./order.ts";

/**
 * The state of a plugin. `failed`: it threw or did not start in time. `read-only`: its data has a newer version, or the
 * store refused writes at its first start.
 */
export interface PluginState {
  readonly name: string;
  readonly version: string;
  readonly state: "running" | "read-only" | "failed";
  readonly reason?: string;
}

/** The plugins of a running gateway; `states` and `parts` by plugin name. */
export type Running = Awaited<ReturnType<typeof startPlugins>>;

export interface PluginSetting
  extends Building,
    Pick<PluginContext, "manifest" | "journal" | "signal" | "now" | "onCommit" | "callerOf"> {
  readonly bus: Bus;
  readonly observers: Observers;
  /** Receives the values that plugins provide, by the name of their list. */
  readonly offers: Map<string, () => readonly string[]>;
  /** Receives the names of plugins that do not start. */
  readonly setAside: Set<string>;
  readonly blobs: BlobStorage;
  /** How long the setup or start of a plugin may take, in milliseconds. */
  readonly deadline: number;
  /** Whether queues and consumers run. */
  readonly background: boolean;
  /** The services of the kernel itself, by id. */
  readonly given: ReadonlyMap<string, unknown>;
  call(operation: Operation, input: unknown, caller: Caller, cause?: Cause): Promise<unknown>;
  transact<T>(caller: Caller, work: (ctx: PluginTransaction) => MaybePromise<T>, cause?: Cause): Promise<T>;
}

/** How often starts are repeated in all if the store is away, and the pause in between in milliseconds. */
const TRIES = 20;
const RETRY = 500;

/** A server that restarts, or whose connection broke. Other reasons do not pass by themselves. */
const isAway = (error: unknown): boolean =>
  error instanceof StoreUnavailable && (error.reason === "timeout" || error.reason === "failed");

/** Starts plugins in order. One that throws or hangs is set aside, with those that need it; the others run. */
export async function startPlugins(plugins: readonly Plugin[], setting: PluginSetting) {
  const states = new Map<string, PluginState>();
  const parts = new Map<string, PluginInstance>();
  const routes: Mounted[] = [];
  const provided = new Map<string, unknown>(setting.given);
  const stops: Stop[] = [];
  const jobs = createJobs((stop, name) => runStop(stop, setting.log, name));

  setting.setAside.clear();
  setting.offers.clear();
  let left = TRIES;
  for (const plugin of plugins) for (; !(await begin(plugin, left === 0)); left--) await pause(RETRY);

  /** Returns whether the plugin has been started or set aside. A store that is away for a moment is waited for. */
  async function begin(plugin: Plugin, isLast: boolean): Promise<boolean> {
    const { name, version } = plugin;
    const own = new Set<Stop>();
    const ending = new AbortController();
    const signal = AbortSignal.any([setting.signal, ending.signal]);
    const undo = async () => {
      for (const stop of [...own].reverse()) await runStop(stop, setting.log, name);
    };
    try {
      const missing = missingNeed(plugin, provided);
      if (missing) throw new Error(`it needs the service ${missing}, whose plugin did not start`);
      const { part, readOnly, services } = await startPlugin(plugin, { ...setting, signal, jobs }, provided, own);
      parts.set(name, part);
      states.set(name, {
        name,
        version,
        ...(readOnly ? { state: "read-only", reason: readOnly } : { state: "running" }),
      });
      for (const [id, implementation] of services) provided.set(id, implementation);
      routes.push(...plugin.routes.map((route) => ({ route, host: part.host })));
      stops.push(undo);
    } catch (error) {
      ending.abort();
      await undo();
      const isServer = setting.driver.guarantees.machines === "many";
      if (isServer && isAway(error) && !isLast && !setting.signal.aborted) return false;
      setting.setAside.add(name);
      const { configuration } = Object(error) as { configuration?: string };
      const fields = { plugin: name, ...(configuration && { configuration }), ...causeOf(error) };
      setting.log.error(fields, "A plugin did not start; its operations answer 503");
      states.set(name, { name, version, state: "failed", reason: messageOf(error) });
    }
    return true;
  }
  return {
    states,
    parts,
    routes,
    /** A service of a running plugin. */
    service: <I>({ id }: Service<I>) =>
      serviceFor(provided.get(id), () => ({ store: latestReads(setting.driver), now: setting.now() })) as I | undefined,
    jobs,
    async stop() {
      for (const stop of stops.reverse()) await stop();
    },
  };
}

async function startPlugin(
  plugin: Plugin,
  setting: PluginSetting & { readonly jobs: Jobs },
  provided: ReadonlyMap<string, unknown>,
  own: Set<Stop>,
) {
  const { name } = plugin;
  // Calls share it, and the caller of the plugin keeps its own.
  const settings = membersOf(plugin.config as object);
  const issues = read(plugin.group.config, settings);
  const configuration = issuesText(issues);
  if (configuration)
    throw Object.assign(new Error(`its configuration is invalid: ${configuration}`), { configuration });
  const config = membersOf(settings, Object.freeze);

  const readOnly = await migrate(plugin, setting);
  const given: Omit<PluginInstance, "state" | "host"> = {
    version: plugin.version,
    config,
    services: servicesOf(plugin, provided),
    blobs: blobsOf(setting.blobs, name, setting.now),
    log: setting.log,
  };
  const early = contextOf(plugin, given, setting, own);
  const { services: made = {}, state } = (await within(setting.deadline, async () => plugin.setup?.(early))) ?? {};
  const services = Object.entries<Service>(plugin.provides).map(([key, { id }]) => {
    if (made[key] === undefined)
      throw new Error(`its setup does not return the service ${JSON.stringify(key)}, which it provides as ${id}`);
    return [id, made[key]] as const;
  });
  const host: PluginContext = { ...early, state };
  const part: PluginInstance = { ...given, state, host };
  if (readOnly !== undefined) return { part, readOnly, services };
  const stop = await within(setting.deadline, async () => plugin.start?.(host));
  if (stop) own.add(stop);
  if (setting.background) for (const worker of plugin.workers) own.add(setting.jobs.start(worker, host));
  return { part, readOnly, services };
}

function missingNeed({ group }: Plugin, provided: ReadonlyMap<string, unknown>): string | undefined {
  return Object.values<Service>(group.needs).find((service) => !isOptional(service) && !provided.has(service.id))?.id;
}

/** One object for all calls, unless a service is built per call. */
function servicesOf({ group }: Plugin, provided: ReadonlyMap<string, unknown>): PluginInstance["services"] {
  const needed = Object.entries<Service>(group.needs).map(([key, { id }]) => [key, provided.get(id)] as const);
  if (!needed.some(([, implementation]) => isPerCall(implementation))) {
    const all = Object.fromEntries(needed);
    return () => all;
  }
  return (ctx) => Object.fromEntries(needed.map(([key, implementation]) => [key, serviceFor(implementation, ctx)]));
}

function contextOf(
  plugin: Plugin,
  part: Omit<PluginInstance, "state" | "host">,
  setting: PluginSetting,
  own: Set<Stop>,
): SetupContext {
  const { driver, bus, observers, now, manifest, journal, signal, callerOf } = setting;
  const { config, blobs, log } = part;
  const self = createCaller({ contextId: `plugin_${plugin.name}`, label: `plugin ${plugin.name}`, chain: [["*"]] });
  const store = latestReads(driver);
  /** Every listener ends with its plugin, even if it was added long after the start. */
  const untilStop = (off: () => void) => {
    const end = () => {
      own.delete(end);
      off();
    };
    own.add(end);
    if (signal.aborted) end();
    return end;
  };
  return {
    ...{ config, store, blobs, log, manifest, journal, signal, now, callerOf },
    services: part.services((): ServiceContext => ({ store, now: now() })) as PluginContext["services"],
    offer: (list, words) => void setting.offers.set(list, words),
    on: (event, listener) => untilStop(bus.on(event, listener)),
    onCommit: (listener) => untilStop(setting.onCommit(listener)),
    transact: (work, cause) => setting.transact(self, work, cause),
    observe: (task, work) => observedTask(observers, task, work),
    call: (operation, input, cause) => setting.call(operation, input, self, cause) as never,
  };
}

const within = <T>(limitMs: number, work: () => Promise<T>): Promise<T> =>
  withDeadline(limitMs, work(), () => new Error(`it did not finish within ${limitMs} ms`));

async function runStop(stop: Stop, log: Logger, plugin: string): Promise<void> {
  try {
    await within(10_000, async () => stop());
  } catch (error) {
    log.warn({ plugin, ...causeOf(error) }, "A plugin did not stop cleanly");
  }
}

import { type Logger, omitUndefined, type PluginContext } from "@postern/core";
import { adapters, type StateRecord, states } from "../collections.ts";
import { statusChanged } from "../events.ts";
import type { AdapterState } from "../schemas.ts";

/** Milliseconds between writes of times. Status changes are written immediately, but at most four times a second. */
const THROTTLE = 10_000;
const URGENT = 250;
const RETRY = 1_000;

export type AdapterSnapshot = Omit<StateRecord, "run" | "disconnectedAt">;

const CONNECTED: readonly StateRecord["status"][] = ["connected", "degraded", "disabled"];

type Snapshot = AdapterSnapshot & Pick<StateRecord, "disconnectedAt">;

/** Stores the status of adapters and emits an event for each change. */
export interface StatusWriter {
  /** Sets the current status. Urgent if the status or reason changed. */
  write(now: AdapterSnapshot, isUrgent: boolean): void;
  all(): readonly AdapterState[];
  forget(adapter: string): void;
  /** Writes what is not written yet. */
  stop(): Promise<void>;
}

export function createStatusWriter(
  host: PluginContext,
  run: string,
  kindOf: (adapter: string) => string | undefined,
): StatusWriter {
  const latest = new Map<string, Snapshot>();
  const written = new Map<string, Snapshot>();
  const timers = new Map<string, { timer: NodeJS.Timeout; due: number }>();
  const wroteAt = new Map<string, number>();
  const log: Logger = host.log;
  let writing = Promise.resolve();

  function plan(adapter: string, wait: number): void {
    const [due, planned] = [performance.now() + wait, timers.get(adapter)];
    if (planned && planned.due <= due) return;
    clearTimeout(planned?.timer);
    const timer = setTimeout(() => {
      timers.delete(adapter);
      wroteAt.set(adapter, performance.now());
      writing = writing.then(() => put(adapter));
    }, wait);
    timer.unref();
    timers.set(adapter, { timer, due });
  }

  async function put(adapter: string): Promise<void> {
    const now = latest.get(adapter);
    if (!now || written.get(adapter) === now) return;
    try {
      await host.transact(async ({ store, emit }) => {
        if (!(await store.get(adapters, adapter))) return;
        const before = await store.get(states, adapter);
        const { lastOutboundAt, lastPongAt } = { ...before, ...now };
        await store.put(states, omitUndefined({ ...now, lastOutboundAt, lastPongAt, run }));
        const { status, reason } = now;
        if (before?.run === run && before.status === status && before.reason === reason) return;
        emit(statusChanged, omitUndefined({ adapter, status, reason }));
      });
      written.set(adapter, now);
    } catch (error) {
      log.warn({ adapter, error: String(error) }, "The status of an adapter could not be stored");
      if (latest.has(adapter)) plan(adapter, RETRY);
    }
  }

  return {
    write(now, isUrgent) {
      const since = CONNECTED.includes(now.status)
        ? {}
        : { disconnectedAt: latest.get(now.adapter)?.disconnectedAt ?? host.now() };
      latest.set(now.adapter, { ...now, ...since });
      const rest = (wroteAt.get(now.adapter) ?? Number.NEGATIVE_INFINITY) + URGENT - performance.now();
      plan(now.adapter, isUrgent ? Math.max(0, rest) : THROTTLE);
    },
    all: () =>
      [...latest.values()].map(
        ({ adapter, lastOutboundAt: _, number: __, cause: ___, disconnectedAt: ____, ...state }) =>
          omitUndefined({ id: adapter, channelId: kindOf(adapter) ?? "unknown", ...state }),
      ),
    forget(adapter) {
      clearTimeout(timers.get(adapter)?.timer);
      timers.delete(adapter);
      wroteAt.delete(adapter);
      latest.delete(adapter);
      written.delete(adapter);
    },
    async stop() {
      for (const { timer } of timers.values()) clearTimeout(timer);
      timers.clear();
      for (const adapter of latest.keys()) writing = writing.then(() => put(adapter));
      await writing;
    },
  };
}

import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import mitt, { type Emitter } from "mitt";
import type { EventDefinition, GatewayEvent } from "../define/event.ts";

// mitt is typed as CommonJS only; the import is the function itself.
const createEmitter = mitt as unknown as <E extends Record<string, unknown>>() => Emitter<E>;

export interface Bus {
  on<Data>(event: EventDefinition<string, Data> | "*", listener: (event: GatewayEvent<Data>) => unknown): () => void;
  /** Whether there is a listener: otherwise events need not be built. */
  hasListeners(): boolean;
  publish(events: readonly GatewayEvent[]): void;
  /** Resolves when every listener called so far has finished, or after `limit` milliseconds. */
  idle(limit: number): Promise<void>;
}

/** How long a listener may take, in milliseconds, before it is reported and no longer waited for. */
const LIMIT = 30_000;
const CHECK_INTERVAL = 5_000;

/** Listener calls that may be running at the same time: above this they hang or are too slow for the rate of events. */
const MAX_RUNNING = 100_000;

/** Limit of events that cause other events, which ends cycles. */
const MAX_DEPTH = 16;

/** One for all gateways of a process: until Node 22, every promise of the process costs time for each one in use. */
const depth = new AsyncLocalStorage<number>();

/** mitt with isolated listeners: by itself, a listener that throws prevents the calls of those after it. */
export function createBus(onError: (error: unknown, event: GatewayEvent) => void): Bus {
  const emitter = createEmitter<Record<string, GatewayEvent>>();
  const running = new Map<Promise<unknown>, { event: GatewayEvent; since: number }>();
  let looking: NodeJS.Timeout | undefined;

  function isolated(listener: (event: never) => unknown) {
    return (event: GatewayEvent) => {
      if (running.size >= MAX_RUNNING)
        return onError(new Error(`${MAX_RUNNING} listener calls are running; this one is skipped`), event);
      const deep = (depth.getStore() ?? 0) + 1;
      if (deep > MAX_DEPTH)
        return onError(new Error(`Events cause each other ${MAX_DEPTH} levels deep; this one is not published`), event);
      const work = Promise.resolve()
        .then(() => depth.run(deep, () => listener(event as never)))
        .catch((error: unknown) => onError(error, event))
        .finally(() => running.delete(work));
      running.set(work, { event, since: performance.now() });
      looking ??= setInterval(reportLate, CHECK_INTERVAL).unref();
    };
  }

  /** A listener cannot be aborted, only no longer waited for. */
  function reportLate(): void {
    const late = performance.now() - LIMIT;
    for (const [work, { event, since }] of running) {
      if (since > late) break;
      running.delete(work);
      onError(new Error(`A listener did not finish within ${LIMIT} ms`), event);
    }
    if (running.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  }

  return {
    on(event, listener) {
      if (event === undefined) throw new TypeError('"on" needs the definition of an event, or "*"; got undefined');
      const guarded = isolated(listener);
      if (event === "*") {
        const every = (_type: string, happened: GatewayEvent) => guarded(happened);
        emitter.on("*", every);
        return () => emitter.off("*", every);
      }
      emitter.on(event.type, guarded);
      return () => emitter.off(event.type, guarded);
    },
    hasListeners: () => [...emitter.all.values()].some((listeners) => listeners.length > 0),
    publish(events) {
      for (const event of events) emitter.emit(event.type, event);
    },
    async idle(limit) {
      const until = performance.now() + limit;
      while (running.size > 0 && performance.now() < until) {
        await Promise.race([Promise.all(running.keys()), pause(until - performance.now(), undefined, { ref: false })]);
      }
    },
  };
}

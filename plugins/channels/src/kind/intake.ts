import { setTimeout as pause } from "node:timers/promises";
import type { AdapterContext, Inbound } from "../services.ts";
import type { Troubles } from "./troubles.ts";

/** A buffer between a socket, which does not wait, and the store. */
export interface Intake {
  /** `stored` is called when the event is stored, or can never be. Events of one place are stored in order. */
  add(inbound: Inbound, stored?: () => void): void;
  /** Whether the buffer is full: the platform is then read with a delay. */
  readonly full: boolean;
  /** Resolves when nothing is waiting, or after `stop`. */
  idle(): Promise<void>;
  /** Accepts nothing more and discards what is waiting. */
  stop(): void;
}

interface Options {
  readonly context: Pick<AdapterContext, "receive" | "log" | "adapter" | "signal">;
  readonly troubles: Troubles;
  /** Called to pause and to resume reading from the socket. */
  readonly flow: (on: boolean) => void;
}

interface Waiting {
  readonly inbound: Inbound;
  readonly stored?: () => void;
}

const MANY = 500;
const FEW = 100;

/** Loses nothing while the store is unavailable: it retries, and pauses the platform. */
export function createIntake({ context, troubles, flow }: Options): Intake {
  const lanes = new Map<string, Waiting[]>();
  const stopped = new AbortController();
  let waiting = 0;
  let full = false;
  let whenIdle: (() => void)[] = [];

  const resolveIdle = () => {
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  };

  function settle() {
    waiting--;
    if (full && waiting <= FEW) {
      full = false;
      flow(true);
    }
    if (waiting === 0) resolveIdle();
  }

  async function store({ inbound, stored }: Waiting) {
    for (let wait = 500; !stopped.signal.aborted; wait = Math.min(wait * 2, 30_000)) {
      try {
        await context.receive(inbound);
        troubles.clear("intake");
        return stored?.();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (isRefusal(error)) {
          context.log.warn({ adapter: context.adapter, id: inbound.id, reason }, "An event was rejected");
          return stored?.();
        }
        troubles.set("intake", `Incoming events cannot be stored: ${reason}`);
        await pause(wait, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
  }

  async function drain(place: string, lane: Waiting[]) {
    for (let next = lane[0]; next && !stopped.signal.aborted; next = lane[0]) {
      await store(next);
      lane.shift();
      settle();
    }
    lanes.delete(place);
  }

  const stop = () => {
    stopped.abort();
    resolveIdle();
  };
  // A stopping adapter accepts nothing more.
  if (context.signal.aborted) stop();
  else context.signal.addEventListener("abort", stop, { once: true });

  return {
    add(inbound, stored) {
      if (stopped.signal.aborted) return;
      const item = { inbound, ...(stored && { stored }) };
      const lane = lanes.get(inbound.place.id);
      waiting++;
      if (!full && waiting >= MANY) {
        full = true;
        flow(false);
      }
      if (lane) {
        lane.push(item);
        return;
      }
      const fresh = [item];
      lanes.set(inbound.place.id, fresh);
      void drain(inbound.place.id, fresh);
    },
    get full() {
      return full;
    },
    idle: () =>
      waiting === 0 || stopped.signal.aborted ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve)),
    stop() {
      context.signal.removeEventListener("abort", stop);
      stop();
    },
  };
}

/** Whether the gateway rejected the event permanently: retrying would block everything after it. */
function isRefusal(error: unknown): boolean {
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === "number" && status >= 400 && status < 500 && status !== 409 && status !== 429;
}

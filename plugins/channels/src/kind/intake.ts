import { setTimeout as pause } from "node:timers/promises";
import type { AdapterContext, Inbound } from "../services.ts";
import type { Troubles } from "./troubles.ts";

/** Between a socket, which does not wait, and the store, which takes its time. */
export interface Intake {
  /** `stored` is called once it is stored, or can never be. What happens in one place is stored in its order. */
  add(inbound: Inbound, stored?: () => void): void;
  /** Whether more waits than there should: what is read from the platform is behind for that reason alone. */
  readonly full: boolean;
  /** Resolves once nothing waits any more, or it was stopped. */
  idle(): Promise<void>;
  /** Takes nothing more up; what waits is let go. */
  stop(): void;
}

interface Options {
  readonly context: Pick<AdapterContext, "receive" | "log" | "adapter" | "signal">;
  readonly troubles: Troubles;
  /** Called to have the socket read no further, and to have it go on. */
  readonly flow: (on: boolean) => void;
}

interface Waiting {
  readonly inbound: Inbound;
  readonly stored?: () => void;
}

const MANY = 500;
const FEW = 100;

/** Nothing that was taken in is lost while the store is away: it is tried again, and the platform has to wait. */
export function createIntake({ context, troubles, flow }: Options): Intake {
  const lanes = new Map<string, Waiting[]>();
  const stopped = new AbortController();
  let waiting = 0;
  let full = false;
  let whenIdle: (() => void)[] = [];

  const rest = () => {
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  };

  function settle() {
    waiting--;
    if (full && waiting <= FEW) {
      full = false;
      flow(true);
    }
    if (waiting === 0) rest();
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
          context.log.warn({ adapter: context.adapter, id: inbound.id, reason }, "a message cannot be taken in");
          return stored?.();
        }
        troubles.set("intake", `What comes in cannot be stored: ${reason}`);
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
    rest();
  };
  // Nothing is taken in any more for an adapter that stops.
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

/** Whether the gateway said that this can never be: then trying again would hold up all that follows. */
function isRefusal(error: unknown): boolean {
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === "number" && status >= 400 && status < 500 && status !== 409 && status !== 429;
}

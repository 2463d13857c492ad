import type { Drainable, Drainables, StreamCounts } from "@postern/kit/checks";

/** What all groups keep open for clients. */
export interface OpenRequests extends Drainables {
  drain(isWanted: boolean): void;
  /** The event streams of all groups. Undefined if no group has any. */
  streams(): StreamCounts | undefined;
}

export function createOpenRequests(): OpenRequests {
  const registered = new Set<Drainable>();
  return {
    register(drainable) {
      registered.add(drainable);
      return () => void registered.delete(drainable);
    },
    drain(isWanted) {
      for (const drainable of registered) drainable.drain(isWanted);
    },
    streams() {
      const counts = [...registered].flatMap(({ streams }) => streams?.() ?? []);
      if (counts.length === 0) return undefined;
      return counts.reduce((sum, { open, cutOff }) => ({ open: sum.open + open, cutOff: sum.cutOff + cutOff }));
    },
  };
}

/** Callers that wait for a turn of one of their agents, in the order in which they came. */
export interface Waiters {
  /**
   * Joins the line. `woken` resolves when a turn may be ready, and no later than after `ms` milliseconds or when the
   * signal aborts. Join before looking for a turn: one that becomes ready meanwhile is then not missed.
   */
  join(agentIds: readonly string[] | undefined, signal: AbortSignal): Waiter;
  /** Wakes the first one who waits for turns of the agent. */
  wake(agentId: string): void;
  /** Whether somebody waits. */
  isWaiting(): boolean;
}

export interface Waiter {
  woken(ms: number): Promise<void>;
  /** Leaves the line. Whoever was woken and took no turn passes it on with `wake`. */
  leave(): void;
}

export function createWaiters(): Waiters {
  const line = new Set<{ isFor(agentId: string): boolean; wake(): void }>();
  return {
    join(agentIds, signal) {
      const wanted = agentIds && new Set(agentIds);
      let resolve = () => {};
      const woken = new Promise<void>((done) => {
        resolve = done;
      });
      const waiter = {
        isFor: (agentId: string) => wanted?.has(agentId) ?? true,
        wake() {
          line.delete(waiter);
          resolve();
        },
      };
      line.add(waiter);
      signal.addEventListener("abort", waiter.wake, { once: true });
      return {
        async woken(ms) {
          const timer = setTimeout(waiter.wake, ms);
          await woken;
          clearTimeout(timer);
        },
        leave() {
          line.delete(waiter);
          signal.removeEventListener("abort", waiter.wake);
        },
      };
    },
    isWaiting: () => line.size > 0,
    wake(agentId) {
      for (const waiter of line)
        if (waiter.isFor(agentId)) {
          waiter.wake();
          return;
        }
    },
  };
}

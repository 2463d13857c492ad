import { causeOf, type Logger } from "../define/log.ts";
import type { CompleteDriver, Version } from "../storage/index.ts";

export type CommitNotifier = ReturnType<typeof createCommitNotifier>;

/** Notifies listeners of commits by this process or by another one on the same store. */
export function createCommitNotifier(driver: CompleteDriver, log: Logger) {
  const listeners = new Set<() => void>();
  let seen: Version = 0;
  let due = false;

  function callListeners(): void {
    due = false;
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        log.error(causeOf(error), "A commit listener failed");
      }
    }
  }

  /** A group of commits of this process is durable. */
  function notify(number: Version): void {
    seen = Math.max(seen, number);
    if (due || listeners.size === 0) return;
    due = true;
    setImmediate(callListeners);
  }

  const unwatch = driver.onCommit?.((number) => number > seen && notify(number));
  return {
    /** Calls `listener` soon after commits, once for several. Returns the function that removes it. */
    on(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify,
    stop: () => unwatch?.(),
  };
}

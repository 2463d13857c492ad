import { causeOf, type Logger } from "../define/log.ts";
import type { CompleteDriver, Version } from "../storage/index.ts";

/** How often it is looked whether another process has committed, in milliseconds. */
const LOOK = 40;

/** Tells whoever waits for news that something was committed, here or in another process on the same store. */
export interface CommitNotifier {
  /** Calls `listener` soon after commits, once for all that came together; answers what ends it. */
  on(listener: () => void): () => void;
  /** A group of commits of this process is durable. */
  notify(number: Version): void;
  stop(): void;
}

export function createCommitNotifier(driver: CompleteDriver, log: Logger): CommitNotifier {
  const listeners = new Set<() => void>();
  let seen: Version = 0;
  let due = false;

  function callListeners(): void {
    due = false;
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        log.error(causeOf(error), "A listener to commits failed");
      }
    }
  }

  function notify(number: Version): void {
    seen = Math.max(seen, number);
    if (due || listeners.size === 0) return;
    due = true;
    setImmediate(callListeners);
  }

  /** Of a store in trouble every read tells; here it only means that there is no news. */
  async function look(): Promise<void> {
    if (listeners.size === 0) return;
    try {
      driver.refresh?.();
      const number = (await driver.position?.()) ?? 0;
      if (number > seen) notify(number);
    } catch {}
  }

  const timer = driver.guarantees.processes === "many" && driver.position ? setInterval(look, LOOK) : undefined;
  timer?.unref();
  return {
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify,
    stop: () => clearInterval(timer),
  };
}

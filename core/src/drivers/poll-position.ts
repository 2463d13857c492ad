import { after, type MaybePromise, type Version } from "../storage/index.ts";

/** How often to check whether another process has committed, in milliseconds. */
const INTERVAL = 40;

/**
 * The `onCommit` of a driver that cannot be notified of commits: it reads the last number every 40 ms. `position` must see
 * the commits of other processes.
 */
export function pollPosition(position: () => MaybePromise<Version>): (found: (number: Version) => void) => () => void {
  return (found) => {
    const timer = setInterval(async () => {
      // Other reads report a store that is in trouble.
      try {
        await after(position(), found);
      } catch {}
    }, INTERVAL);
    timer.unref();
    return () => clearInterval(timer);
  };
}

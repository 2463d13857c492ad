import { IDLE_SLEEP } from "./loop.ts";

/**
 * Knows when the next entry is due without a reading of the store while nothing was committed, so that an idle loop can
 * check the clock often: `next` reads with `read` if a commit was noted since, or the time has come.
 */
export function createKnownDue(read: () => Promise<number>) {
  let known: { readonly due: number; readonly at: number } | undefined;
  let commits = 0;

  return {
    /** When the next entry is due, in milliseconds since 1970; infinite if there is none. */
    async next(now: number): Promise<number> {
      const at = performance.now();
      if (known && known.due > now && at - known.at < IDLE_SLEEP) return known.due;
      const before = commits;
      const due = await read();
      // What was read before a commit may be out of date.
      known = before === commits ? { due, at } : undefined;
      return due;
    },
    noteCommit(): void {
      commits++;
      known = undefined;
    },
  };
}

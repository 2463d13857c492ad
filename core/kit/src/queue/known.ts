import { IDLE_SLEEP } from "@postern/core/background";

/**
 * Knows what was read from the store while nothing was committed, so that an idle loop can look often. Call `noteCommit`
 * at each commit; one that was not reported is noticed after a while.
 */
export function createKnown<T>(read: () => Promise<T>) {
  let known: { readonly value: T; readonly at: number } | undefined;
  let commits = 0;

  return {
    /** What `read` returns, or returned since the last commit. */
    async current(): Promise<T> {
      const at = performance.now();
      if (known && at - known.at < IDLE_SLEEP) return known.value;
      const before = commits;
      const value = await read();
      // What was read before a commit may be out of date.
      known = before === commits ? { value, at } : undefined;
      return value;
    },
    noteCommit(): void {
      commits++;
      known = undefined;
    },
  };
}

import { setTimeout as pause } from "node:timers/promises";

/** Rejects with `late()` if `work` does not finish in time. It cannot be aborted, only no longer waited for. */
export async function withDeadline<T>(limitMs: number, work: Promise<T>, late: () => Error): Promise<T> {
  const ended = new AbortController();
  const deadline = pause(limitMs, undefined, { signal: ended.signal }).then(() => Promise.reject(late()));
  return Promise.race([work, deadline]).finally(() => ended.abort());
}

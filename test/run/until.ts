import { vi } from "vitest";

/** Waits until a check passes. The limit, in milliseconds, only ends a wait that hangs: a busy machine may be slow. */
export const until = <T>(check: () => T, timeout = 60_000): Promise<Awaited<T>> =>
  vi.waitFor(check, { timeout, interval: 20 }) as Promise<Awaited<T>>;

/** Waits until the clock shows a later time, so that what follows is not of the same millisecond. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  await vi.waitFor(() => Date.now() > now || Promise.reject(new Error("The clock stands still")), { interval: 1 });
}

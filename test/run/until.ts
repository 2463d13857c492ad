import { expect, vi } from "vitest";

/** Waits until a check passes. The limit, in milliseconds, only ends a wait that hangs: a busy machine may be slow. */
export const until = <T>(check: () => T, timeout = 60_000): Promise<Awaited<T>> =>
  vi.waitFor(check, { timeout, interval: 20 }) as Promise<Awaited<T>>;

/** Waits until as many are there. How long all take depends on what else the machine does, but there is always progress. */
export async function untilThereAre(wanted: number, counted: () => number | Promise<number>): Promise<void> {
  for (let before = await counted(); before < wanted; before = await counted())
    await until(async () => expect(await counted()).toBeGreaterThan(before));
}

/** Waits until the clock shows a later time, so that what follows is not of the same millisecond. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  await vi.waitFor(() => Date.now() > now || Promise.reject(new Error("The clock stands still")), { interval: 1 });
}

import { vi } from "vitest";

/** Waits until a check passes. The limit, in milliseconds, only ends a wait that hangs: a busy machine may be slow. */
export const until = <T>(check: () => T, timeout = 60_000): Promise<Awaited<T>> =>
  vi.waitFor(check, { timeout, interval: 20 }) as Promise<Awaited<T>>;

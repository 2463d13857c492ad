import { vi } from "vitest";

/** Waits until a check passes. The limit, in milliseconds, only ends a wait that hangs: a busy machine may be slow. */
export const until = <T>(check: () => T, timeout = 20_000): Promise<Awaited<T>> =>
  vi.waitFor(check, { timeout, interval: 10 }) as Promise<Awaited<T>>;

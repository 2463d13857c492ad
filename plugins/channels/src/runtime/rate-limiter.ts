import type { Flood } from "../services.ts";

/** Maximum number of conversations to track. Those with a full bucket are forgotten first. */
const MAX_KNOWN = 10_000;

/** Enforces a platform's rate limit. */
export interface RateLimiter {
  /** Takes one message from the limit and returns 0, or returns the milliseconds to wait. */
  take(place: string): number;
}

/** A token bucket that holds `burst` tokens and gains one every `every` milliseconds. `now` is a monotonic clock. */
export function createRateLimiter({ burst, every, per }: Flood, now = () => performance.now()): RateLimiter {
  // The time at which each bucket is full again, which is all that has to be stored.
  const fullAt = new Map<string, number>();

  function forget(at: number): void {
    if (fullAt.size < MAX_KNOWN) return;
    for (const [place, full] of fullAt) if (full <= at) fullAt.delete(place);
    const [oldest] = fullAt.keys();
    if (fullAt.size >= MAX_KNOWN && oldest !== undefined) fullAt.delete(oldest);
  }

  return {
    take(place) {
      if (every <= 0) return 0;
      const at = now();
      const name = per === "place" ? place : "";
      const full = Math.max(at, fullAt.get(name) ?? 0) + every;
      const wait = full - at - Math.max(1, burst) * every;
      if (wait > 0) return Math.ceil(wait);
      forget(at);
      fullAt.delete(name);
      fullAt.set(name, full);
      return 0;
    },
  };
}

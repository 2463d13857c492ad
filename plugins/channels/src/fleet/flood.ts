import type { Flood } from "../services.ts";

/** Conversations whose allowance is known at a time; those that have all of theirs are forgotten first. */
const MOST_KNOWN = 10_000;

/** Keeps how fast a platform lets one send. */
export interface Allowance {
  /** Takes one sending, and answers 0; or takes none, and answers for how many milliseconds there is none. */
  take(place: string): number;
}

/** As a bucket that holds `burst` and gets one more each `every` milliseconds. `now` is a steady clock. */
export function createAllowance({ burst, every, per }: Flood, now = () => performance.now()): Allowance {
  // When each bucket is full again: by it all else is known.
  const fullAt = new Map<string, number>();

  function forget(at: number): void {
    if (fullAt.size < MOST_KNOWN) return;
    for (const [place, full] of fullAt) if (full <= at) fullAt.delete(place);
    const [oldest] = fullAt.keys();
    if (fullAt.size >= MOST_KNOWN && oldest !== undefined) fullAt.delete(oldest);
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

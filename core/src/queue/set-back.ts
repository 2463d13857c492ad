/** A clock that falls behind the monotonic one by more, in milliseconds, was set back. */
const TOLERANCE = 2_000;

/** Detects that the system's clock was set back. All times are Unix milliseconds. */
export interface SetBackDetector {
  /** Notes a time that something was written with: the clock may be ahead only between two checks. */
  note(now: number): void;
  /** Whether the clock was set back since `reset`. True before the first: it may have happened while the gateway was down. */
  isSetBack(now: number): boolean;
  /** Everything that was written with a later time is corrected. */
  reset(): void;
}

/** Compares the clock with the furthest that it was ever ahead of the monotonic clock of this process. */
export function detectSetBack(): SetBackDetector {
  let furthest = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  const lead = (now: number) => now - performance.now();
  return {
    note(now) {
      furthest = Math.max(furthest, lead(now));
    },
    isSetBack(now) {
      last = lead(now);
      furthest = Math.max(furthest, last);
      return last < furthest - TOLERANCE;
    },
    reset() {
      furthest = last;
    },
  };
}

/** A clock that falls behind the monotonic one by more than this was set back, in milliseconds. */
const TOLERANCE = 2_000;

/** Detects that the system clock was set back. All times are Unix milliseconds. */
export interface ClockStepDetector {
  /** Records a time that was written to the store: the clock may have been ahead only between two checks. */
  note(now: number): void;
  /** Whether the clock was set back since `reset`. Initially true: it may have happened while the gateway was down. */
  isSetBack(now: number): boolean;
  /** Called when everything that was written with a later time is corrected. */
  reset(): void;
}

/** Compares the clock with its largest lead over the monotonic clock of this process. */
export function createClockStepDetector(): ClockStepDetector {
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

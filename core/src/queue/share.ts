import { isUntried } from "./fault.ts";

/** Failures in a row after which one share is tried by a single attempt at a time, after a pause. */
const MOST_FAILURES = 5;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

interface Health {
  atWork: number;
  failures: number;
  /** Unix milliseconds; before that nothing of this share is tried. */
  until: number;
}

/** How much of each share this process may work on now. */
export interface Shares {
  /** How many more attempts of a share may begin. */
  room(share: string | undefined, now: number): number;
  /** Unix milliseconds at which the earliest pause ends; infinite where there is none. */
  nextAt(now: number): number;
  begin(share: string | undefined): void;
  /** `error` is what the attempt threw; undefined after a success. */
  end(share: string | undefined, now: number, error: unknown): void;
}

/**
 * Keeps one target that hangs or fails from taking the time of all others: each share has at most `most` attempts under
 * way, and a circuit breaker. After five failures in a row its entries wait, without losing attempts, for a pause that
 * doubles up to a minute; then one of them is tried, and the first success opens the share again.
 */
export function createShares(most: number): Shares {
  const healths = new Map<string, Health>();
  const isBroken = ({ failures }: Health) => failures >= MOST_FAILURES;
  const pauseOf = ({ failures }: Health) => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - MOST_FAILURES));

  /** A clock that was set back must not prolong a pause. */
  const pausedUntil = (health: Health, now: number): number =>
    isBroken(health) && health.until > now && health.until <= now + pauseOf(health) ? health.until : 0;

  return {
    room(share, now) {
      const health = share === undefined ? undefined : healths.get(share);
      if (share === undefined) return Number.POSITIVE_INFINITY;
      if (!health) return most;
      if (pausedUntil(health, now) > now) return 0;
      return Math.max(0, (isBroken(health) ? 1 : most) - health.atWork);
    },
    nextAt(now) {
      const ends = [...healths.values()].map((health) => pausedUntil(health, now)).filter((until) => until > now);
      return Math.min(Number.POSITIVE_INFINITY, ...ends);
    },
    begin(share) {
      if (share === undefined) return;
      const health = healths.get(share) ?? { atWork: 0, failures: 0, until: 0 };
      health.atWork++;
      healths.set(share, health);
    },
    end(share, now, error) {
      const health = share === undefined ? undefined : healths.get(share);
      if (share === undefined || !health) return;
      health.atWork--;
      if (error === undefined) health.failures = 0;
      else if (!isUntried(error)) {
        health.failures++;
        health.until = now + pauseOf(health);
      }
      if (health.atWork === 0 && health.failures === 0) healths.delete(share);
    },
  };
}

import { isUntried } from "./fault.ts";

/** Consecutive failures after which a share gets only one attempt at a time, after a pause. */
const MAX_FAILURES = 5;
const FIRST_PAUSE = 1_000;
const MAX_PAUSE = 60_000;

interface Health {
  atWork: number;
  failures: number;
  /** Unix milliseconds. Before that nothing of this share is attempted. */
  until: number;
}

/** Limits what this process works on per share. */
export interface Shares {
  /** How many more attempts of a share may start. */
  room(share: string | undefined, now: number): number;
  /** Unix milliseconds at which the earliest pause ends; infinite if there is none. */
  nextAt(now: number): number;
  begin(share: string | undefined): void;
  /** `error` is what the attempt threw; undefined after a success. */
  end(share: string | undefined, now: number, error: unknown): void;
}

/**
 * Prevents one slow or failing target from delaying all others: each share has at most `most` concurrent attempts, and
 * a circuit breaker. After five consecutive failures its entries wait, without losing attempts, for a pause that
 * doubles up to a minute. Then one of them is attempted, and the first success closes the circuit again.
 */
export function createShares(most: number): Shares {
  const healths = new Map<string, Health>();
  const isBroken = ({ failures }: Health) => failures >= MAX_FAILURES;
  const pauseOf = ({ failures }: Health) => Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** (failures - MAX_FAILURES));

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

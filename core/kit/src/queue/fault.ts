import { withJitter } from "./backoff.ts";

const RETRY = Symbol.for("postern.queue.retry");
const UNTRIED = Symbol.for("postern.queue.untried");
const ELSEWHERE = Symbol.for("postern.queue.elsewhere");

interface Fault extends Error {
  /** Milliseconds until the next attempt, or `never`. */
  [RETRY]?: number | "never";
  /** Whether the attempt should not be counted. */
  [UNTRIED]?: true;
  /** Whether only a gateway on another host can handle the entry. */
  [ELSEWHERE]?: true;
}

/** Throw it in a handler: the attempt failed, and the next one starts after at least `delay` milliseconds. */
export const retryIn = (delay: number, reason: string): Error =>
  Object.assign(new Error(reason), { [RETRY]: Math.max(0, delay) });

/**
 * Throw it in a handler: nothing was attempted because something is not available. Checked again after `delay`
 * milliseconds. Does not count as an attempt, however often it happens.
 */
export const postpone = (delay: number, reason: string): Error =>
  Object.assign(retryIn(delay, reason), { [UNTRIED]: true as const });

/** Milliseconds after which an entry is offered again that only a gateway on another host can handle. */
const REQUEUE = 2_000;

/**
 * Throw it in a handler: only a gateway on another host can handle the entry, and gets it soon. Does not count as an
 * attempt.
 */
export const requeueForAnotherHost = (reason: string): Error =>
  Object.assign(postpone(withJitter(REQUEUE), reason), { [ELSEWHERE]: true as const });

/** Throw it in a handler: no further attempt can succeed. */
export const nonRetryable = (reason: string): Error => Object.assign(new Error(reason), { [RETRY]: "never" as const });

/** What a handler requested for the next attempt, if anything. */
export const retryOf = (error: unknown): number | "never" | undefined => (error as Fault | undefined)?.[RETRY];

/** Whether a handler reported that only a gateway on another host can handle the entry. */
export const isForAnotherHost = (error: unknown): boolean => (error as Fault | undefined)?.[ELSEWHERE] === true;

/** Whether a handler reported that nothing was attempted. */
export const isUntried = (error: unknown): boolean => (error as Fault | undefined)?.[UNTRIED] === true;

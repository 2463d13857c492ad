const RETRY = Symbol.for("postern.queue.retry");
const UNTRIED = Symbol.for("postern.queue.untried");

interface Fault extends Error {
  /** Milliseconds until the next attempt, or `never`. */
  [RETRY]?: number | "never";
  /** Whether the attempt is to count as if it had not been. */
  [UNTRIED]?: true;
}

/** To throw in a handler: this attempt failed, and the next is to come no sooner than in `delay` milliseconds. */
export const retryIn = (delay: number, reason: string): Error =>
  Object.assign(new Error(reason), { [RETRY]: Math.max(0, delay) });

/**
 * To throw in a handler: nothing was tried, for something that is needed is not there; it is looked again in `delay`
 * milliseconds. Such an attempt does not count, however often it comes to that.
 */
export const postpone = (delay: number, reason: string): Error =>
  Object.assign(retryIn(delay, reason), { [UNTRIED]: true as const });

/** To throw in a handler: no further attempt can succeed. */
export const nonRetryable = (reason: string): Error => Object.assign(new Error(reason), { [RETRY]: "never" as const });

/** What a handler said of the next attempt, if anything. */
export const retryOf = (error: unknown): number | "never" | undefined => (error as Fault | undefined)?.[RETRY];

/** Whether a handler said that nothing was tried. */
export const isUntried = (error: unknown): boolean => (error as Fault | undefined)?.[UNTRIED] === true;

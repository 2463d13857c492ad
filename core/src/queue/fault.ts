const RETRY = Symbol.for("postern.queue.retry");

interface Fault extends Error {
  /** Milliseconds until the next attempt, or `never`. */
  [RETRY]?: number | "never";
}

/** To throw in a handler: this attempt failed, and the next is to come no sooner than in `delay` milliseconds. */
export const retryIn = (delay: number, reason: string): Error =>
  Object.assign(new Error(reason), { [RETRY]: Math.max(0, delay) });

/** To throw in a handler: no further attempt can succeed. */
export const giveUp = (reason: string): Error => Object.assign(new Error(reason), { [RETRY]: "never" as const });

/** What a handler said of the next attempt, if anything. */
export const saidOf = (error: unknown): number | "never" | undefined => (error as Fault | undefined)?.[RETRY];

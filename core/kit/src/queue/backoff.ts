/**
 * `ms` milliseconds, varied at random by a `share` of them (0.2 by default), so that failures are not retried in sync.
 */
export const withJitter = (ms: number, share = 0.2): number => Math.round(ms * (1 - share + Math.random() * 2 * share));

/**
 * The delay after a number of consecutive failures, in milliseconds: `first`, doubled each time up to `longest`, ±20 %.
 */
export const retryDelay = (failures: number, { first, longest }: { first: number; longest: number }): number =>
  withJitter(Math.min(longest, first * 2 ** Math.min(Math.max(failures, 1) - 1, 30)));

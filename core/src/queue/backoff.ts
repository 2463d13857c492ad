/** `ms` milliseconds, more or less by a share of them, 0.2 by default: what failed together is not retried together. */
export const withJitter = (ms: number, share = 0.2): number => Math.round(ms * (1 - share + Math.random() * 2 * share));

/** Milliseconds to wait after so many failures in a row: `first`, then twice as many each time up to `longest`, ±20 %. */
export const retryDelay = (failures: number, { first, longest }: { first: number; longest: number }): number =>
  withJitter(Math.min(longest, first * 2 ** Math.min(Math.max(failures, 1) - 1, 30)));

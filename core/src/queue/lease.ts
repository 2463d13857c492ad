/**
 * Milliseconds after which others continue the work of a process that no longer renews its lease: with a look each
 * second, all work of a lost machine continues within ten seconds.
 */
export const LEASE = 6_000;
/** Milliseconds between renewals. */
export const RENEW_EVERY = LEASE / 3;

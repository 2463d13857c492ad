/**
 * Milliseconds after which others continue the work of a process that no longer renews its lease: with a look each
 * second, all work of a lost machine continues within ten seconds.
 */
export const LEASE = 6_000;
/** Milliseconds between renewals. */
export const RENEW_EVERY = LEASE / 3;

/**
 * Whether a stored lease excludes others, where `now` is the store's clock. A lease that ends later than a new one would
 * was written before the clock was set back, or was restored.
 */
export const isInForce = ({ until }: { readonly until: number }, now: number): boolean =>
  until > now && until <= now + LEASE;

/**
 * Renews a lease that was just taken, until the returned function is called. `lost` is called once if `renew` resolves
 * with false, or has not succeeded for the length of the lease: then another process may hold it.
 */
export function keepRenewed(renew: () => Promise<boolean>, lost: () => void): () => void {
  let until = performance.now() + LEASE;
  let isRenewing = false;
  const timer = setInterval(() => {
    if (performance.now() >= until) lose();
    else if (!isRenewing) void tryRenewal();
  }, RENEW_EVERY).unref();
  let isOver = false;

  async function tryRenewal(): Promise<void> {
    const began = performance.now();
    isRenewing = true;
    const isOurs = await renew().catch(() => undefined);
    isRenewing = false;
    if (isOurs === false) lose();
    else if (isOurs) until = began + LEASE;
  }

  function lose(): void {
    if (isOver) return;
    stop();
    lost();
  }

  function stop(): void {
    isOver = true;
    clearInterval(timer);
  }

  return stop;
}

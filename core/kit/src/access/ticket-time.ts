/** How much the clocks of two gateways may differ, in milliseconds. */
const DIFFERENCE = 5_000;

/**
 * Whether a ticket that was issued for `lifetime` milliseconds is valid at `now`. One that seems to be valid for longer was
 * issued before the clock was set back, which must not prolong it.
 */
export const isTicketTime = (expiresAt: number, now: number, lifetime: number): boolean =>
  expiresAt > now && expiresAt - now <= lifetime + DIFFERENCE;

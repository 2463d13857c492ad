const LONGEST = 24 * 60 * 60 * 1000;

/** How long a receiver asks to be left alone, in milliseconds, at most a day; undefined where it does not say. */
export function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST);
}

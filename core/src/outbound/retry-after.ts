const LONGEST = 24 * 60 * 60 * 1000;

/** The time that a `Retry-After` header asks for, in milliseconds, at most a day; undefined where it names none. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const wait = millisecondsIn(header?.trim() ?? "", now);
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST);
}

function millisecondsIn(text: string, now: number): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // An HTTP date only: Date.parse takes much other text for a date.
  return /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) - now : Number.NaN;
}

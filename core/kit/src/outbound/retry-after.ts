const MAX_LENGTH = 24 * 60 * 60 * 1000;

/** The delay requested by a `Retry-After` header in milliseconds, at most a day. Undefined if it requests none. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const wait = millisecondsIn(header?.trim() ?? "", now);
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_LENGTH);
}

function millisecondsIn(text: string, now: number): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Only HTTP dates: Date.parse accepts many other texts.
  return /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) - now : Number.NaN;
}

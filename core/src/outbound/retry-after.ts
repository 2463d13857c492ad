const LONGEST = 24 * 60 * 60 * 1000;

/** How long a receiver asks to be left alone, in milliseconds, at most a day; undefined where it does not say. */
export function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  const wait = millisecondsIn(retryAfter?.trim() ?? "", now);
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST);
}

function millisecondsIn(text: string, now: number): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // A date as HTTP writes it: other text would be taken for one far too gladly.
  return /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) - now : Number.NaN;
}

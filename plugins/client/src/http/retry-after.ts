/** The milliseconds that a `Retry-After` header asks to wait: it has seconds, or a date. Undefined if it has neither. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // Dates of HTTP contain letters; without this check, numbers such as -1 are parsed as years.
  const date = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

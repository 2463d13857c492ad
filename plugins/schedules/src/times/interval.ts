const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The form of a duration: `30s`, `15m`, `2h`, `1d`. Days have 24 hours. */
export const DURATION = "^[1-9][0-9]{0,6}[smhd]$";

/** Milliseconds of a duration. */
export const millisecondsOf = (duration: string): number =>
  Number(duration.slice(0, -1)) * UNITS[duration.at(-1) as keyof typeof UNITS];

/** The first time of an interval that is later than `after`. */
export function nextInInterval(every: number, anchor: number, after: number): number {
  return anchor + Math.max(0, Math.floor((after - anchor) / every) + 1) * every;
}

import { Refusal } from "./exit.ts";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
/** The longest time that a timer of Node can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Milliseconds of a duration such as `500ms`, `30s`, `5m` or `1h`. A bare number is seconds. */
export function readDuration(flag: string, text: string): number {
  const [, number = "", unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNITS[unit] ?? 0);
  if (number !== "" && milliseconds > 0 && milliseconds <= LONGEST) return milliseconds;
  throw new Refusal(`${flag} must be a duration such as 500ms, 30s, 5m or 1h, up to 596h, not ${JSON.stringify(text)}`);
}

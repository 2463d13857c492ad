import type { Match } from "./schemas.ts";

type Hours = NonNullable<Match["hours"]>;

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 100;

/** Creating a format takes longer than all else here. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= MAX_FORMATS) formats.clear();
  const made = new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit" });
  formats.set(timeZone, made);
  return made;
}

/** Whether a time lies within hours of the day, which may begin on the evening before. */
export function isWithin({ timezone, from, to, days }: Hours, at: number): boolean {
  const parts = Object.fromEntries(
    formatFor(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const today = DAYS.indexOf(String(parts.weekday).toLowerCase());
  const time = `${parts.hour}:${parts.minute}`;
  const starts = (day: number) => days === undefined || days.includes(DAYS[(day + 7) % 7] as never);
  if (from < to) return starts(today) && time >= from && time < to;
  return (starts(today) && time >= from) || (starts(today - 1) && time < to);
}

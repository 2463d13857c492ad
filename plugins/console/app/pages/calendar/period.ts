import { addDays, dateOf, startOfDay } from "./zone.ts";

export const VIEWS = [
  { path: "day", label: "Day", grid: "timeGridDay" },
  { path: "week", label: "Week", grid: "timeGridWeek" },
  { path: "month", label: "Month", grid: "dayGridMonth" },
] as const;
export type View = (typeof VIEWS)[number]["path"];

/** The days that a view shows: `end` is the day after the last one. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** The Monday of the week of a day. */
const mondayOf = (date: string): string => addDays(date, -((new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7));

const firstOf = (date: string): string => `${date.slice(0, 7)}-01`;

const nextMonth = (date: string): string => firstOf(addDays(firstOf(date), 31));

export function periodOf(view: View, date: string): Period {
  if (view === "day") return { start: date, end: addDays(date, 1) };
  if (view === "week") return { start: mondayOf(date), end: addDays(mondayOf(date), 7) };
  return { start: mondayOf(firstOf(date)), end: addDays(mondayOf(addDays(nextMonth(date), -1)), 7) };
}

/** A day of the next period, or of the one before. */
export function moved(view: View, date: string, step: 1 | -1): string {
  if (view === "month") return step === 1 ? nextMonth(date) : firstOf(addDays(firstOf(date), -1));
  return addDays(date, view === "day" ? step : 7 * step);
}

const long = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", year: "numeric" });
const short = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const month = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric" });

/** What a period is called. */
export function periodTitle(view: View, date: string): string {
  if (view === "day") return long.format(startOfDay(date));
  if (view === "month") return month.format(startOfDay(date));
  const { start, end } = periodOf(view, date);
  return short.formatRange(startOfDay(start), startOfDay(addDays(end, -1)));
}

export const today = (): string => dateOf(Date.now());

export const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`));

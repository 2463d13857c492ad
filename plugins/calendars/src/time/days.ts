import { DAY } from "./moment.ts";
import { wallOf } from "./zone.ts";

/** A day is the Unix time of its midnight in UTC, whichever time zone it is in. */
export const dayAt = (zone: string, at: number): number => floorDay(wallOf(zone, at));
const floorDay = (wall: number): number => Math.floor(wall / DAY) * DAY;

/** A day as `2026-11-24`. */
export const dateText = (day: number): string => new Date(day).toISOString().slice(0, 10);

export const daysFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => first + at * DAY);

/** The first day of the week. `weekStart` is 1 for Monday, 0 for Sunday. */
export const weekOf = (day: number, weekStart: number): number =>
  day - ((new Date(day).getUTCDay() - weekStart + 7) % 7) * DAY;

/** The days of all weeks that a month has a day in. */
export function weeksOfMonth(day: number, weekStart: number): number[] {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const first = weekOf(Date.UTC(year, month, 1), weekStart);
  const last = weekOf(Date.UTC(year, month + 1, 0), weekStart) + 6 * DAY;
  return daysFrom(first, Math.round((last - first) / DAY) + 1);
}

interface Times {
  readonly allDay: boolean;
  readonly startAt: number;
  readonly endAt: number;
}

/** The part of an event on one day, with the local times as `09:30`. */
interface DayPart {
  readonly day: number;
  readonly start?: string;
  readonly end?: string;
}

/** The days from `first` to `last` that an event takes place on. One that ends at midnight ends at 24:00. */
export function partsByDay({ allDay, startAt, endAt }: Times, zone: string, first: number, last: number): DayPart[] {
  const wall = (at: number) => (allDay ? at : wallOf(zone, at));
  const [start, end] = [wall(startAt), wall(endAt)];
  const begins = floorDay(start);
  // When clocks are set back, an event may end at an earlier local time than it starts.
  const ends = Math.max(begins, endAt > startAt ? floorDay(end - 1) : begins);
  const from = Math.max(begins, first);
  const count = Math.floor((Math.min(ends, last) - from) / DAY) + 1;
  return daysFrom(from, Math.max(0, count)).map((day) => ({
    day,
    ...(!allDay && day === begins && { start: timeText(start - day) }),
    ...(!allDay && day === ends && { end: timeText(end - day) }),
  }));
}

function timeText(sinceMidnight: number): string {
  const minutes = Math.floor(sinceMidnight / 60_000);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

import type { DaysView, Renderer } from "@postern/core/presentation";
import type { Thing } from "../cell.ts";
import { cellText } from "../cell.ts";
import type { Display } from "../display.ts";
import { thingsIn } from "../list-in.ts";

/** An event on a day. */
export interface DayEvent {
  readonly title: string;
  /** Local times: `09:00–10:00`, `from 22:00`, `until 02:00` or `all day`. */
  readonly time: string;
  /** The local time at which it starts on this day; empty if it began earlier. */
  readonly start: string;
  readonly details: readonly string[];
}

/** A day as it is shown. */
export interface Day {
  readonly date: string;
  readonly isToday: boolean;
  readonly events: readonly DayEvent[];
  /** Number of events that the answer omits. */
  readonly left: number;
}

export function daysIn(answer: Thing, view: DaysView, display: Display): Day[] {
  const today = answer[view.today];
  return thingsIn(answer[view.days]).map((day) => {
    const events = thingsIn(day[view.events]);
    return {
      date: String(day[view.date]),
      isToday: day[view.date] === today,
      events: events.map((event) => eventOf(event, view, display)),
      left: Math.max(0, Number(day[view.total]) - events.length),
    };
  });
}

/** The events of all days, with their day first, for formats that list things. */
export const daysItems = (answer: Thing, view: DaysView): Thing[] =>
  thingsIn(answer[view.days]).flatMap((day) =>
    thingsIn(day[view.events]).map((event) => ({ [view.date]: day[view.date], ...event })),
  );

function eventOf(event: Thing, { title, start, end, details }: DaysView, display: Display): DayEvent {
  const textOf = (member: string, renderer: Renderer = "plain") => cellText(event[member], renderer, display);
  return {
    title: textOf(title, "text"),
    time: timeOf(textOf(start), textOf(end)),
    start: textOf(start),
    details: Object.entries(details)
      .map(([member, renderer]) => textOf(member, renderer as Renderer))
      .filter(Boolean),
  };
}

function timeOf(start: string, end: string): string {
  if (start === "" && end === "") return "all day";
  if (end === "") return `from ${start}`;
  if (start === "") return `until ${end}`;
  return start === end ? start : `${start}–${end}`;
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
  return (date: string): string => formatter.format(new Date(`${date}T00:00:00Z`));
};
/** A date is a day without a zone: `Tue`, `Tue 24 November`, `24 November 2026`, `November 2026`. */
export const weekday = format({ weekday: "short" });
export const dayName = (date: string): string => `${weekday(date)} ${dayAndMonth(date)}`;
const dayAndMonth = format({ day: "numeric", month: "long" });
const fullDate = format({ day: "numeric", month: "long", year: "numeric" });
export const monthName = format({ month: "long", year: "numeric" });
export const dayNumber = (date: string): string => String(Number(date.slice(8)));

/** `23–29 November 2026`, `30 November – 6 December 2026`. */
export function periodText(first: string, last: string): string {
  if (first === last) return fullDate(first);
  if (first.slice(0, 7) === last.slice(0, 7)) return `${dayNumber(first)}–${fullDate(last)}`;
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${isOneYear ? dayAndMonth(first) : fullDate(first)} – ${fullDate(last)}`;
}

/** The heading of a view: the period, and the time zone of the times in it. */
export const headingOf = (period: string, zone: unknown, { paint, isBrief }: Display): string =>
  `${paint("bold", period)} ${paint("dim", `(${cellText(zone, "plain", { isBrief })})`)}\n`;

import type { DaysView } from "@postern/core/presentation";
import type { Thing } from "../cell.ts";
import type { Display } from "../display.ts";
import { beside, cut, padded } from "../fit.ts";
import { daysText } from "./agenda.ts";
import { type Day, dayNumber, daysIn, headingOf, monthName, weekday } from "./days.ts";

const DAYS = 7;
const GAP = "│";
/** A day is not narrower than this: the days with events are listed instead. */
const NARROWEST = 6;
/** A day shows times from this width. */
const WITH_TIMES = 16;
/** Lines of a day below its number. */
const LINES = 4;

/** The weeks of a month as a grid; for a program, the days with events one below the other. */
export function monthText(answer: Thing, view: DaysView, display: Display): string {
  const days = daysIn(answer, view, display);
  const month = String(answer[view.month ?? ""]);
  const heading = headingOf(monthName(`${month}-01`), answer[view.zone], display);
  const width = Math.floor((display.width + GAP.length) / DAYS) - GAP.length;
  if (width < NARROWEST || !Number.isFinite(width)) {
    const used = days.filter(({ date, events }) => date.startsWith(month) && events.length > 0);
    return `${heading}${used.length === 0 ? "No events\n" : daysText(used, display)}`;
  }
  const { paint } = display;
  const gap = paint("dim", GAP);
  const names = days.slice(0, DAYS).map(({ date }) => [paint("bold", padded(weekday(date), width))]);
  const rule = paint("dim", Array.from({ length: DAYS }, () => "─".repeat(width)).join("┼"));
  const weeks = Array.from({ length: Math.ceil(days.length / DAYS) }, (_, at) => {
    const cells = days.slice(at * DAYS, (at + 1) * DAYS).map((day) => cellOf(day, month, display, width));
    return [rule, ...beside(cells, width, gap)];
  });
  return `${heading}\n${[...beside(names, width, " "), ...weeks.flat()].join("\n")}\n`;
}

function cellOf({ date, isToday, events, left }: Day, month: string, display: Display, width: number): string[] {
  const { paint } = display;
  const isOther = !date.startsWith(month);
  const number = dayNumber(date);
  const head = isToday ? paint("cyan", cut(`${number} today`, width)) : paint(isOther ? "dim" : "bold", number);
  const isAll = left === 0 && events.length <= LINES;
  const shown = isAll ? events : events.slice(0, LINES - 1);
  const more = events.length - shown.length + left;
  const lines = shown.map(({ start, title }) => {
    const isTimed = start !== "" && width >= WITH_TIMES;
    const text = cut(isTimed ? `${start} ${title}` : title, width);
    if (isOther) return paint("dim", text);
    return isTimed ? `${paint("dim", start)}${text.slice(start.length)}` : text;
  });
  return [head, ...lines, ...(more === 0 ? [] : [paint("dim", cut(`+${more} more`, width))])];
}

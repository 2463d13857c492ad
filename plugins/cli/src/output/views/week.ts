import type { DaysView } from "@postern/core/presentation";
import type { Thing } from "../cell.ts";
import type { Display } from "../display.ts";
import { beside, cut, wrapped } from "../fit.ts";
import { daysText } from "./agenda.ts";
import { type Day, dayNumber, daysIn, headingOf, periodText, weekday } from "./days.ts";

const GAP = "  ";
/** A day is not narrower than this: all are shown one below the other instead. */
const NARROWEST = 18;
/** Lines of a title. */
const LINES = 3;

/** The days of a week beside each other; in a narrow terminal, and for a program, one below the other. */
export function weekText(answer: Thing, view: DaysView, display: Display): string {
  const days = daysIn(answer, view, display);
  const heading = headingOf(periodText(days[0]?.date ?? "", days.at(-1)?.date ?? ""), answer[view.zone], display);
  const width = Math.floor((display.width + GAP.length) / days.length) - GAP.length;
  if (width < NARROWEST || !Number.isFinite(width)) return `${heading}${daysText(days, display)}`;
  const blocks = days.map((day) => blockOf(day, display, width));
  return `${heading}\n${beside(blocks, width, GAP).join("\n").trimEnd()}\n`;
}

function blockOf({ date, isToday, events, left }: Day, { paint }: Display, width: number): string[] {
  const head = `${weekday(date)} ${dayNumber(date)}${isToday ? " (today)" : ""}`;
  return [
    paint(isToday ? "cyan" : "bold", head),
    paint("dim", "─".repeat(width)),
    ...events.flatMap(({ time, title, details }) => [
      paint("dim", time),
      ...wrapped(title, width, LINES),
      ...(details.length === 0 ? [] : [paint("dim", cut(details.join(" · "), width))]),
      "",
    ]),
    ...(left === 0 ? [] : [paint("dim", `… ${left} more`)]),
  ];
}

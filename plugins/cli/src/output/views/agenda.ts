import type { DaysView } from "@postern/core/presentation";
import type { Thing } from "../cell.ts";
import type { Display } from "../display.ts";
import { cut, padded } from "../fit.ts";
import { type Day, dayName, daysIn, headingOf, periodText } from "./days.ts";

/** The longest time, `09:00–10:00`. */
const TIME = 11;

/** Days with their events, one below the other. Days without events are left out. */
export function agendaText(answer: Thing, view: DaysView, display: Display): string {
  const days = daysIn(answer, view, display);
  const used = days.filter(({ events }) => events.length > 0);
  const period = headingOf(periodText(days[0]?.date ?? "", days.at(-1)?.date ?? ""), answer[view.zone], display);
  return `${period}${used.length === 0 ? "No events\n" : daysText(used, display)}`;
}

/** Days one below the other. */
export const daysText = (days: readonly Day[], display: Display): string =>
  days.map((day) => `\n${dayText(day, display)}`).join("");

function dayText({ date, isToday, events, left }: Day, { paint, width }: Display): string {
  const name = dayName(date);
  const head = isToday ? paint("cyan", `${name} (today)`) : paint("bold", name);
  const lines = events.map(({ time, title, details }) => {
    const line = `  ${paint("dim", padded(time, TIME))}  ${title}`;
    return cut(details.length === 0 ? line : `${line}  ${paint("dim", details.join(" · "))}`, width);
  });
  const rest = left === 0 ? [] : [paint("dim", `  … ${left} more`)];
  return `${[head, ...lines, ...rest].join("\n")}\n`;
}

import { defineQuery, T } from "@postern/core";
import { MonthOutput, monthField, shared, startNumber, weekStart } from "../agenda/day-schemas.ts";
import { eventsByDay } from "../agenda/days.ts";
import { CalendarNotFound, RoleMissing, TooManyOccurrences } from "../errors.ts";
import { group } from "../group.ts";
import { dateText, weeksOfMonth } from "../time/days.ts";

export const month = defineQuery(group, {
  id: "calendars.month",
  summary: "Show the events of a month",
  description: "The same events as in calendars.agenda, for all weeks with a day in the month.",
  input: T.Object({ date: monthField, weekStart, ...shared }),
  narrowed: true,
  output: MonthOutput,
  errors: [CalendarNotFound, RoleMissing, TooManyOccurrences],
  examples: [
    { title: "This month", input: {} },
    { title: "A month, with weeks that start on Sunday", input: { date: "2026-12", weekStart: "sunday" } },
  ],
  resource: ({ calendar }) => calendar,
  async run(ctx, { date, weekStart, ...given }) {
    const day = date?.length === "2026-11".length ? `${date}-01` : date;
    const daysOf = (at: number) => weeksOfMonth(at, startNumber(weekStart));
    const { asked, answer } = await eventsByDay(ctx, "calendars.month", { ...given, date: day, field: "date" }, daysOf);
    return { month: dateText(asked).slice(0, 7), ...answer };
  },
});

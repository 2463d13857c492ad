import { defineQuery, T } from "@postern/core";
import { dayField, shared, startNumber, WeekOutput, weekStart } from "../agenda/day-schemas.ts";
import { eventsByDay } from "../agenda/days.ts";
import { CalendarNotFound, RoleMissing, TooManyOccurrences } from "../errors.ts";
import { group } from "../group.ts";
import { daysFrom, weekOf } from "../time/days.ts";

export const week = defineQuery(group, {
  id: "calendars.week",
  summary: "Show the events of a week",
  description: "The same events as in calendars.agenda.",
  input: T.Object({ date: dayField("A day of the week"), weekStart, ...shared }),
  narrowed: true,
  output: WeekOutput,
  errors: [CalendarNotFound, RoleMissing, TooManyOccurrences],
  examples: [
    { title: "This week", input: {} },
    { title: "A week that starts on Sunday", input: { date: "2026-11-24", weekStart: "sunday" } },
  ],
  resource: ({ calendar }) => calendar,
  async run(ctx, { weekStart, ...given }) {
    const daysOf = (day: number) => daysFrom(weekOf(day, startNumber(weekStart)), 7);
    return (await eventsByDay(ctx, "calendars.week", { ...given, field: "date" }, daysOf)).answer;
  },
});

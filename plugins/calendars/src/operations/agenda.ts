import { defineQuery, T } from "@postern/core";
import { numeric, withDefault } from "@postern/kit/fields";
import { AgendaOutput, dayField, shared } from "../agenda/day-schemas.ts";
import { eventsByDay, following } from "../agenda/days.ts";
import { CalendarNotFound, RoleMissing, TooManyOccurrences } from "../errors.ts";
import { group } from "../group.ts";

export const agenda = defineQuery(group, {
  id: "calendars.agenda",
  summary: "Show the events of the next days",
  description:
    "Covers all calendars that the caller can see, and events in other calendars that the caller's agent is invited to. Recurring events are listed on each of their days, and events of several days on each of them. Cancelled events are omitted.",
  input: T.Object({
    from: dayField("First day"),
    days: withDefault(numeric({ minimum: 1, maximum: 62, description: "Number of days" }), "7"),
    ...shared,
  }),
  narrowed: true,
  output: AgendaOutput,
  errors: [CalendarNotFound, RoleMissing, TooManyOccurrences],
  examples: [
    { title: "The next seven days", input: {} },
    { title: "Two weeks in Tokyo", input: { from: "2026-11-23", days: "14", timezone: "Asia/Tokyo" } },
  ],
  resource: ({ calendar }) => calendar,
  async run(ctx, { from, days, ...given }) {
    const asked = { ...given, date: from, field: "from" };
    return (await eventsByDay(ctx, "calendars.agenda", asked, following(days))).answer;
  },
});

import { defineCommand, T } from "@postern/core";
import { calendarOf, shelveCalendar } from "../calendar.ts";
import { CalendarNotFound, RoleMissing } from "../errors.ts";
import { CalendarId } from "../fields.ts";
import { group } from "../group.ts";
import { Calendar } from "../schemas.ts";

export const unarchive = defineCommand(group, {
  id: "calendars.unarchive",
  summary: "Take a calendar back from the archive",
  description: "One that is not archived stays as it is.",
  input: T.Object({ calendar: CalendarId }),
  output: T.Object({ calendar: Calendar }),
  errors: [CalendarNotFound, RoleMissing],
  examples: [{ title: "A calendar", input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12" } }],
  resource: ({ calendar }) => calendar,
  async plan({ store, caller }, { calendar: id }) {
    const { calendar } = await calendarOf({ store, caller }, id, "manager");
    return { summary: `Unarchive the calendar ${calendar.name}` };
  },
  execute: (ctx, _plan, { calendar }) => shelveCalendar(ctx, calendar, false),
});

import { defineCommand, T } from "@postern/core";
import { calendarOf, shelveCalendar } from "../calendar.ts";
import { CalendarNotFound, RoleMissing } from "../errors.ts";
import { CalendarId } from "../fields.ts";
import { group } from "../group.ts";
import { Calendar } from "../schemas.ts";

export const archive = defineCommand(group, {
  id: "calendars.archive",
  summary: "Archive a calendar: it takes no changes and is in no list",
  description: "Its events stay and can be seen. An archived one stays as it is.",
  input: T.Object({ calendar: CalendarId }),
  output: T.Object({ calendar: Calendar }),
  errors: [CalendarNotFound, RoleMissing],
  examples: [{ title: "A calendar", input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12" } }],
  resource: ({ calendar }) => calendar,
  async plan({ store, caller }, { calendar: id }) {
    const { calendar } = await calendarOf({ store, caller }, id, "manager");
    return { summary: `Archive the calendar ${calendar.name}` };
  },
  execute: (ctx, _plan, { calendar }) => shelveCalendar(ctx, calendar, true),
});

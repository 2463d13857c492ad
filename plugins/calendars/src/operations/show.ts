import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { atLeast, calendarOf, showCalendar } from "../calendar.ts";
import { CalendarNotFound, RoleMissing } from "../errors.ts";
import { CalendarId } from "../fields.ts";
import { group } from "../group.ts";
import { Calendar, Member, memberColumns } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "calendars.show",
  summary: "Show a calendar",
  description: "Managers and owners also see the members that the calendar is shared with.",
  input: T.Object({ calendar: CalendarId }),
  output: T.Object({
    calendar: described(Calendar, "The calendar"),
    members: T.Optional(withColumns(T.Array(Member, { description: "Members of the calendar" }), memberColumns)),
  }),
  errors: [CalendarNotFound, RoleMissing],
  examples: [{ title: "Show a calendar", input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12" } }],
  resource: ({ calendar }) => calendar,
  async run({ store, caller }, { calendar: id }) {
    const sight = await calendarOf({ store, caller }, id);
    const { members } = sight.calendar;
    return { calendar: showCalendar(sight), ...(atLeast(sight.role, "manager") && { members }) };
  },
});

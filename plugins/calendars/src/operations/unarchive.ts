import { defineCommand, T } from "@postern/core";
import { calendarOf, showCalendar } from "../calendar.ts";
import { calendars } from "../collections.ts";
import { CalendarNotFound, RoleMissing } from "../errors.ts";
import { calendarUnarchived } from "../events.ts";
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
  async execute({ store, caller, now, emit }, _plan, { calendar: id }) {
    const { calendar: before, role } = await calendarOf({ store, caller }, id, "manager");
    if (before.status === "active") return { calendar: showCalendar({ calendar: before, role }) };
    const calendar = { ...before, status: "active" as const, updatedAt: now };
    await store.put(calendars, calendar);
    emit(calendarUnarchived, { calendarId: id });
    return { calendar: showCalendar({ calendar, role }) };
  },
});

import { T, type Transacting } from "@postern/core";
import { described } from "@postern/kit/fields";
import { calendarOf, showCalendar, type Viewer } from "./calendar.ts";
import { type CalendarRecord, calendars } from "./collections.ts";
import { CalendarNotFound, RoleMissing } from "./errors.ts";
import { calendarArchived, calendarUnarchived } from "./events.ts";
import { ArchivedId, CalendarId } from "./fields.ts";
import { Calendar } from "./schemas.ts";

interface Named {
  readonly calendar: string;
}

/**
 * Definition shared by `calendars.archive` and `calendars.unarchive`. No event is emitted if the status does not
 * change.
 */
export const archiving = (isArchived: boolean) => ({
  input: T.Object({ calendar: isArchived ? CalendarId : ArchivedId }),
  output: T.Object({ calendar: described(Calendar, "The calendar") }),
  errors: [CalendarNotFound, RoleMissing],
  resource: ({ calendar }: Named) => calendar,
  async plan({ store, caller }: Viewer, { calendar: id }: Named) {
    const { calendar } = await calendarOf({ store, caller }, id, "manager");
    return { summary: `${isArchived ? "Archive" : "Unarchive"} the calendar ${calendar.name}` };
  },
  async undo({ store, caller }: Viewer, _plan: unknown, { calendar: id }: Named) {
    const { calendar } = await calendarOf({ store, caller }, id, "manager");
    if (isArchived === (calendar.status === "archived")) return undefined;
    return { operation: isArchived ? "calendars.unarchive" : "calendars.archive", input: { calendar: id } };
  },
  async execute({ store, caller, now, emit }: Viewer & Transacting, _plan: unknown, { calendar: id }: Named) {
    const before = await calendarOf({ store, caller }, id, "manager");
    const status = isArchived ? "archived" : "active";
    if (before.calendar.status === status) return { calendar: showCalendar(before) };
    const calendar: CalendarRecord = { ...before.calendar, status, updatedAt: now };
    await store.put(calendars, calendar);
    emit(isArchived ? calendarArchived : calendarUnarchived, { calendarId: id });
    return { calendar: showCalendar({ ...before, calendar }) };
  },
});

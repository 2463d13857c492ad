import { type CalendarAccess, calendarOf, roleOf, type Viewer, visibleTo } from "../calendar.ts";
import type { Role } from "../schemas.ts";
import { invalidField } from "../time/moment.ts";

/** Maximum number of calendars read by one call. */
export const MAX_CALENDARS = 100;

/** The named calendar, or all calendars visible to the caller. */
export async function accessibleCalendars(seen: Viewer, calendarId: string | undefined): Promise<CalendarAccess[]> {
  if (calendarId !== undefined) return [await calendarOf(seen, calendarId)];
  const { items, total } = await visibleTo(seen, "active", undefined)(0, MAX_CALENDARS);
  if (total > MAX_CALENDARS)
    throw invalidField(
      "calendar",
      "required",
      `must be specified, because more than ${MAX_CALENDARS} calendars are visible to you`,
    );
  return items.map((calendar) => ({ calendar, role: roleOf(seen.caller, calendar) as Role }));
}

import { calendarOf, roleOf, type Seen, type Sight, visibleTo } from "../calendar.ts";
import type { Role } from "../schemas.ts";
import { wrong } from "../time/moment.ts";

/** Maximum number of calendars read by one call. */
export const MOST_CALENDARS = 100;

/** The named calendar, or all calendars visible to the caller. */
export async function sightsOf(seen: Seen, calendarId: string | undefined): Promise<Sight[]> {
  if (calendarId !== undefined) return [await calendarOf(seen, calendarId)];
  const { items, total } = await visibleTo(seen, "active", undefined)(0, MOST_CALENDARS);
  if (total > MOST_CALENDARS)
    throw wrong(
      "calendar",
      "required",
      `must be specified, because more than ${MOST_CALENDARS} calendars are visible to you`,
    );
  return items.map((calendar) => ({ calendar, role: roleOf(seen.caller, calendar) as Role }));
}

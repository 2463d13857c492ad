import { calendarOf, roleOf, type Seen, type Sight, visibleTo } from "../calendar.ts";
import type { Role } from "../schemas.ts";
import { wrong } from "../time/moment.ts";

/** Calendars that one call looks at together. */
export const MOST_CALENDARS = 100;

/** The calendar that is named, or all that the caller sees. */
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

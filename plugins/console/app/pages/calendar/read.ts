import type { Calendar, CalendarEvent } from "@postern/client/api";
import { type Query, useQuery } from "../../data/query.ts";
import type { Session } from "../../session/session.ts";
import type { Period } from "./period.ts";
import { DAY, startOfDay } from "./zone.ts";

/** Reads something about calendars, and again after each change of one. */
export const useCalendars = <T>(
  key: string,
  load: (client: Session["client"], signal: AbortSignal) => Promise<T>,
): Query<T> => useQuery(key, load, { events: ["calendars.**"] });

/** More calendars than this are not shown. */
const MOST_CALENDARS = 500;
/** More occurrences than this are not shown at once. */
export const MOST_EVENTS = 2_000;

export const useCalendarList = (): Query<readonly Calendar[]> =>
  useCalendars("calendars", async (client, signal) => {
    const { calendars } = await client.calendars.list({ limit: String(MOST_CALENDARS) }, { signal });
    return calendars as readonly Calendar[];
  });

interface Shown {
  readonly events: readonly CalendarEvent[];
  readonly isCut: boolean;
}

/** The events of a period, each occurrence of a series on its own. */
export function usePeriod({ start, end }: Period, withCancelled: boolean): Query<Shown> {
  return useCalendars(`events ${start} ${end} ${withCancelled}`, async (client, signal) => {
    // All-day events are days of their calendar, which begin and end up to a day apart from those of the browser.
    const window = { from: startOfDay(start) - DAY, to: startOfDay(end) + DAY, expand: true, limit: 500 };
    const events: CalendarEvent[] = [];
    for (const input of withCancelled ? [window, { ...window, status: "cancelled" as const }] : [window])
      for await (const event of client.calendars.events.list.all(input, { signal })) {
        if (events.length === MOST_EVENTS) return { events, isCut: true };
        events.push(event as CalendarEvent);
      }
    return { events, isCut: false };
  });
}

/** Whether the role in a calendar allows to change its events. */
export const isWritable = (calendar: Calendar | undefined): boolean =>
  calendar !== undefined &&
  calendar.status === "active" &&
  (calendar.role === "owner" || calendar.role === "manager" || calendar.role === "writer");

import type { Reads } from "@postern/core";
import { namedSource, type Source } from "@postern/kit/paging";
import type { CalendarAccess } from "../calendar.ts";
import { type EventRecord, events } from "../collections.ts";
import { showEvent } from "../event.ts";
import type { Event } from "../schemas.ts";

interface Wanted {
  readonly name: string;
  readonly status: Event["status"] | undefined;
}

/**
 * Events and series whose title or id begins with a text, in these calendars and those that the agent is invited to. A
 * title that the caller may not see is not found.
 */
export function namedEvents(
  store: Reads,
  sights: readonly CalendarAccess[],
  { name, status }: Wanted,
  agentId: string | undefined,
): Source<Event> {
  const roles = new Map(sights.map(({ calendar, role }) => [calendar.id, role]));
  const shownOf = (event: EventRecord) => {
    const role = roles.get(event.calendarId);
    return showEvent(event, role ?? "reader", role === undefined);
  };
  const isSeen = (event: EventRecord) =>
    roles.has(event.calendarId) ||
    (agentId !== undefined && event.attendees.some((attendee) => attendee.agentId === agentId));
  const isFound = (event: EventRecord) =>
    isSeen(event) && (event.id.includes(name) || shownOf(event).title === event.title);
  const found = namedSource(
    store,
    events,
    { name, by: ["byTitle"], idPrefix: "evt_" },
    (event) => isFound(event) && (status === undefined ? event.status !== "cancelled" : event.status === status),
  );
  return async (offset, limit) => {
    const { items, ...counts } = await found(offset, limit);
    return { items: items.map(shownOf), ...counts };
  };
}

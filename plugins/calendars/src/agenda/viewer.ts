import type { Caller, Reads } from "@postern/core";
import { isGranted } from "@postern/kit/access";
import type { CalendarAccess } from "../calendar.ts";
import { defaultZone } from "../time/zone.ts";
import { accessibleCalendars } from "./calendars.ts";

/** What a search for events needs to know about a call. */
export interface Setting {
  readonly store: { readonly unchecked: Reads };
  readonly caller: Caller;
  readonly config: { readonly timezone: string };
}

/** Where a caller finds events. */
export interface EventPlaces {
  readonly sights: readonly CalendarAccess[];
  /** The agent whose invitations in other calendars count, too. */
  readonly invited: { readonly agentId: string; readonly zone: string } | undefined;
  /** Name of a calendar; undefined if the caller cannot see the calendar. */
  nameOf(calendarId: string): string | undefined;
}

/**
 * The named calendar, or all that the caller can see and events in other calendars that the caller's agent is invited
 * to. `operation` may be limited to certain calendars by the caller's key.
 */
export async function placesOf(
  { store, caller, config }: Setting,
  operation: `calendars.${string}`,
  calendar: string | undefined,
): Promise<EventPlaces> {
  // A query reads a consistent snapshot and commits nothing, so unchecked reads are exact.
  const all = await accessibleCalendars({ store: store.unchecked, caller }, calendar);
  const sights = all.filter((sight) => isGranted(caller, "calendars:read", sight.calendar.id, operation));
  const names = new Map(sights.map((sight) => [sight.calendar.id, sight.calendar.name]));
  // Other calendars that the agent is invited to are outside a key limited to certain calendars.
  const isNarrowed = caller.reach("calendars:read", operation) !== "all";
  const agentId = isNarrowed || calendar !== undefined || caller.isAdmin ? undefined : caller.agentId;
  const invited = agentId === undefined ? undefined : { agentId, zone: defaultZone(config) };
  return { sights, invited, nameOf: (id) => names.get(id) };
}

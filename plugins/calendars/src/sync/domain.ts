import { defineSyncDomain, type RecordName } from "@postern/kit/sync";
import * as events from "../events.ts";
import { syncedCalendars } from "./calendars.ts";
import { syncedEvents } from "./events.ts";

const calendar = ({ calendarId }: { calendarId: string }): RecordName[] => [["calendar", calendarId]];
const event = ({ eventId }: { eventId: string }): RecordName[] => [["event", eventId]];
const several = ({ eventIds }: { eventIds: readonly string[] }): RecordName[] => eventIds.map((id) => ["event", id]);

/** Synchronization of calendars and their events between linked gateways. Accounts and the outbox stay local. */
export const calendarsDomain = defineSyncDomain("calendars", {
  kinds: { calendar: syncedCalendars, event: syncedEvents },
  touched: {
    [events.calendarCreated.type]: calendar,
    [events.calendarUpdated.type]: calendar,
    [events.calendarArchived.type]: calendar,
    [events.calendarUnarchived.type]: calendar,
    [events.calendarShared.type]: calendar,
    [events.calendarUnshared.type]: calendar,
    [events.eventCreated.type]: event,
    [events.eventUpdated.type]: event,
    [events.eventCancelled.type]: event,
    [events.eventRestored.type]: event,
    [events.eventResponded.type]: event,
    [events.eventsChanged.type]: several,
  },
});

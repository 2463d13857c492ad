import type { Reads } from "@postern/core";
import {
  type AttendeeRecord,
  type CalendarRecord,
  type EventRecord,
  events,
  type OutboxRecord,
} from "../collections.ts";
import { owns, partsIn } from "../parts.ts";
import type { ResponseStatus } from "../schemas.ts";
import { Fault } from "./fault.ts";

/** An outbox entry with the current state of the records it concerns. */
export interface DeliveryContext {
  readonly entry: OutboxRecord;
  readonly calendar: CalendarRecord;
  /** The series, occurrence or single event that was changed or answered. */
  readonly event: EventRecord;
  /** The series of an occurrence, otherwise the event itself: what a server stores as one object. */
  readonly root: EventRecord;
  /** Its changed occurrences. */
  readonly parts: readonly EventRecord[];
}

export async function readDeliveryContext(
  store: Reads,
  entry: OutboxRecord,
  event: EventRecord,
  calendar: CalendarRecord,
): Promise<DeliveryContext> {
  const root = event.seriesId === undefined ? event : await store.get(events, event.seriesId);
  if (!root) throw new Fault("event_missing", "The series of the occurrence no longer exists");
  return { entry, calendar, event, root, parts: await partsIn(store, root.id) };
}

/** Original start time of the occurrence that the entry concerns; undefined if it concerns the whole event. */
export const occurrenceIn = ({ event }: DeliveryContext): number | undefined =>
  event.seriesId === undefined ? undefined : event.originalStartAt;

/**
 * The attendee and the response to deliver. Throws if the attendee has responded differently since, which another entry
 * delivers.
 */
export function responseOf({ entry, event }: DeliveryContext): {
  attendee: AttendeeRecord;
  status: Exclude<ResponseStatus, "unknown">;
} {
  const { attendeeId, responseStatus } = entry.payload;
  const attendee = event.attendees.find(({ id }) => id === attendeeId);
  if (!attendee) throw new Fault("attendee_missing", "The attendee is no longer invited");
  if (attendee.responseStatus !== responseStatus || attendee.responseStatus === "unknown")
    throw new Fault("superseded", "The attendee has since responded differently");
  return { attendee, status: attendee.responseStatus };
}

/** Original start times of occurrences with an individual response of an attendee. */
export const occurrencesAnswered = ({ parts }: DeliveryContext, { id }: AttendeeRecord): number[] =>
  parts.filter((part) => owns(part, `response:${id}`)).map(({ originalStartAt = 0 }) => originalStartAt);

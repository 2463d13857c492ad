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

/** What an entry of the outbox is about, as it stands now. */
export interface Story {
  readonly entry: OutboxRecord;
  readonly calendar: CalendarRecord;
  /** What was changed or answered: a series, an occurrence of one, or a single event. */
  readonly event: EventRecord;
  /** The series of an occurrence, else the event itself: what a server keeps as one object. */
  readonly root: EventRecord;
  /** The occurrences of it that differ. */
  readonly parts: readonly EventRecord[];
}

export async function readStory(
  store: Reads,
  entry: OutboxRecord,
  event: EventRecord,
  calendar: CalendarRecord,
): Promise<Story> {
  const root = event.seriesId === undefined ? event : await store.get(events, event.seriesId);
  if (!root) throw new Fault("event_missing", "The series of the occurrence no longer exists");
  return { entry, calendar, event, root, parts: await partsIn(store, root.id) };
}

/** When the occurrence begins by the rule that a story is about; undefined where it is about all of an event. */
export const occurrenceIn = ({ event }: Story): number | undefined =>
  event.seriesId === undefined ? undefined : event.originalStartAt;

/** Who answered what. Throws where somebody has answered otherwise since: that is told by another entry. */
export function answerOf({ entry, event }: Story): {
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

/** When the occurrences begin that an attendee has answered by themselves. */
export const answeredApart = ({ parts }: Story, { id }: AttendeeRecord): number[] =>
  parts.filter((part) => owns(part, `response:${id}`)).map(({ originalStartAt = 0 }) => originalStartAt);

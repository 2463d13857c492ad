import type { Caller, Transacting } from "@postern/core";
import { attendeeIn, type InviteeInput } from "./attendee.ts";
import { atLeast, type Viewer } from "./calendar.ts";
import { type AttendeeRecord, type EventRecord, events, type OutboxRecord, outbox } from "./collections.ts";
import { NotYourAnswer } from "./errors.ts";
import { assertLive, type EventAccess, eventOf } from "./event.ts";
import { eventResponded } from "./events.ts";
import { enqueue, supersede } from "./outbox.ts";
import { changeParts, owns, withOwn } from "./parts.ts";
import type { ResponseStatus } from "./schemas.ts";
import { invalidField } from "./time/moment.ts";

/** An event together with the attendee who responds. */
export interface Responder extends EventAccess {
  readonly attendee: AttendeeRecord;
}

/**
 * The attendee who responds; by default the caller's own agent. Responding for others requires the right to write to
 * the calendar.
 */
export async function responderOf(
  seen: Viewer,
  ref: string,
  said: { attendeeAgent?: string; attendeeEmail?: string },
): Promise<Responder> {
  const { caller } = seen;
  const found = await eventOf(seen, ref);
  const named = namedBy(said, caller);
  const mayAnswerForOthers = atLeast(found.role, "writer") && caller.allows("calendars:write", found.calendar.id);
  // Checked before the attendee is looked up, so that the error does not reveal who is invited.
  const refused = NotYourAnswer({ eventId: found.event.id, calendarId: found.calendar.id });
  if (!mayAnswerForOthers && !found.isInvited) throw refused;
  const attendee = attendeeIn(found.event, named);
  const isOwn = caller.agentId !== undefined && attendee.agentId === caller.agentId;
  if (!isOwn && !mayAnswerForOthers) throw refused;
  return { ...found, attendee };
}

function namedBy(
  { attendeeAgent: agent, attendeeEmail: email }: { attendeeAgent?: string; attendeeEmail?: string },
  caller: Caller,
): InviteeInput {
  if (agent !== undefined || email !== undefined)
    return { ...(agent !== undefined && { agent }), ...(email !== undefined && { email }) };
  if (caller.agentId !== undefined) return { agent: caller.agentId };
  throw invalidField(
    "attendeeAgent",
    "required",
    "must be given, or attendeeEmail instead, because your key does not belong to an agent",
  );
}

/** The outbox entry of an attendee's current response, if any. */
export async function entryOf(
  { store }: Pick<Viewer, "store">,
  { outboxId }: AttendeeRecord,
): Promise<OutboxRecord | undefined> {
  return outboxId === undefined ? undefined : store.get(outbox, outboxId);
}

/** Name in `own` of an individual response to an occurrence. */
const responseName = ({ id }: AttendeeRecord): string => `response:${id}`;

/**
 * Stages a response and its outbox entry, superseding a pending one. A response to a series also applies to its changed
 * occurrences, unless they have an individual response.
 */
export async function recordResponse(
  ctx: Transacting,
  { event: before, series, calendar, attendee }: Responder,
  responseStatus: ResponseStatus,
  idempotencyKey: string | undefined,
): Promise<{ event: EventRecord; entry: OutboxRecord }> {
  const { store, now, emit } = ctx;
  assertLive({ event: before, series });
  const name = responseName(attendee);
  // Without an individual response the occurrence shows the response to the series, whose entry must stay.
  if (attendee.outboxId !== undefined && (!series || owns(before, name))) await supersede(ctx, attendee.outboxId);
  const { email } = attendee;
  const entry = await enqueue(ctx, {
    operation: "respond",
    event: before,
    calendar,
    payload: {
      attendeeId: attendee.id,
      ...(email !== undefined && { email }),
      responseStatus,
      sequence: before.sequence,
    },
    idempotencyKey,
    isKept: responseStatus === "unknown",
  });
  const answered = (event: EventRecord): EventRecord => ({
    ...event,
    updatedAt: now,
    attendees: event.attendees.map((one) =>
      one.id === attendee.id ? { ...one, responseStatus, outboxId: entry.id, updatedAt: now } : one,
    ),
  });
  const event = withOwn(answered(before), [name]);
  await store.put(events, event);
  if (!series) await changeParts(ctx, event.id, (part) => (owns(part, name) ? part : answered(part)));
  const { id: eventId, calendarId } = event;
  emit(eventResponded, { calendarId, eventId, attendeeId: attendee.id, responseStatus, outboxId: entry.id });
  return { event, entry };
}

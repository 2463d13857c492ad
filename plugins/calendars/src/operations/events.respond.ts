import { defineCommand, T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { showAttendee } from "../attendee.ts";
import { assertOpen, type Viewer } from "../calendar.ts";
import { answers, type EventRecord, LOCAL, outbox } from "../collections.ts";
import {
  AnswerConflict,
  AttendeeAmbiguous,
  AttendeeNotFound,
  CalendarArchived,
  EventCancelled,
  EventNotFound,
  NotYourAnswer,
  OccurrenceNotFound,
  RoleMissing,
  TooManyChanges,
} from "../errors.ts";
import { assertLive, calendarIdIn, showEvent } from "../event.ts";
import { AgentId, EmailText, EventRef, IdempotencyKey } from "../fields.ts";
import { group } from "../group.ts";
import { showOutbox } from "../outbox.ts";
import { assertPartAllowed } from "../parts.ts";
import { entryOf, type Responder, recordResponse, responderOf } from "../response.ts";
import { AnswerEntry, Attendee, deliveryEnds, Event, ResponseStatus } from "../schemas.ts";

const NO_ENTRY: AnswerEntry = {
  ...{ id: "", accountId: "", calendarId: "", eventId: "", idempotencyKey: "", lastErrorCode: "" },
  ...{ attemptCount: 0, payload: {}, providerResult: {}, createdAt: 0, updatedAt: 0, nextAttemptAt: 0 },
  operation: "",
  status: "",
};

export const eventsRespond = defineCommand(group, {
  id: "calendars.events.respond",
  summary: "Record an attendee's response and queue its delivery",
  description:
    "Without `status`, shows the current response and changes nothing. The attendee is the caller's own agent by default; attendees are never added. A response to one occurrence of a series applies to that occurrence only. Repeating the same response changes nothing and returns its outbox entry; a different response supersedes one that is still pending. `unknown` is stored but not delivered.",
  input: T.Object({
    event: EventRef,
    attendeeAgent: T.Optional(AgentId),
    attendeeEmail: T.Optional(EmailText),
    idempotencyKey: T.Optional(IdempotencyKey),
    status: T.Optional(described(ResponseStatus, "Response to record")),
  }),
  output: endsLater(
    T.Object({
      event: described(Event, "The event"),
      outbox: described(AnswerEntry, "Outbox entry of the response; all fields are empty if there is none"),
      attendee: described(Attendee, "The attendee"),
      changed: T.Boolean({ description: "Whether this call recorded the response" }),
    }),
    { ...deliveryEnds, input: { id: "outbox.id" } },
  ),
  errors: [
    EventNotFound,
    OccurrenceNotFound,
    RoleMissing,
    CalendarArchived,
    EventCancelled,
    AttendeeNotFound,
    AttendeeAmbiguous,
    NotYourAnswer,
    AnswerConflict,
    TooManyChanges,
  ],
  examples: [
    {
      title: "Accept for your own agent",
      input: { event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6", attendeeAgent: "main", status: "accepted" },
    },
    {
      title: "Show the current response",
      input: { event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6", attendeeAgent: "main" },
    },
    {
      title: "Decline one occurrence",
      input: {
        event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6@1795424400000",
        attendeeAgent: "main",
        status: "declined",
      },
    },
  ],
  effect: "external",
  outside: false,
  dryRunByDefault: true,
  resource: ({ event }) => calendarIdIn(event),
  async plan({ store, caller }, { status, ...named }) {
    const asked = await responderOf({ store, caller }, named.event, named);
    const { event, calendar, attendee } = asked;
    if (status === undefined) {
      const entry = await entryOf({ store }, attendee);
      const answer = resultOf(asked, event, entry ? showOutbox(entry) : NO_ENTRY, false);
      return { summary: `Show the response of ${attendee.agentId ?? attendee.email} to ${event.id}`, answer };
    }
    const input = { ...named, status };
    const response = { event: event.id, attendee: attendee.id, responseStatus: status };
    const who = attendee.agentId ?? attendee.email;
    if (await recordedResponse({ store, caller }, asked, input))
      return { summary: `Return the response already recorded for ${who} with this key`, ...response, changed: false };
    assertOpen(calendar);
    assertLive(asked);
    await assertPartAllowed(store, asked);
    const isSame = attendee.responseStatus === status && (await entryOf({ store }, attendee)) !== undefined;
    if (isSame)
      return { summary: `Leave the response of ${who} to ${event.id} at ${status}`, ...response, changed: false };
    const isTold = calendar.accountId !== LOCAL && status !== "unknown";
    return {
      summary: `Record ${status} as the response of ${who} to ${event.id}`,
      ...response,
      changed: true,
      ...(isTold && { effects: [`Notifies the organizer through the account ${calendar.accountId}`] }),
    };
  },
  async execute(ctx, _plan, { status, idempotencyKey, ...named }) {
    const { store, caller } = ctx;
    const asked = await responderOf(ctx, named.event, named);
    const { attendee } = asked;
    if (status === undefined) throw new TypeError("Without a status the plan contains the response");
    const recorded = await recordedResponse(ctx, asked, {
      status,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    const kept = recorded && (await store.get(outbox, recorded.outboxId));
    if (kept) return resultOf(asked, asked.event, showOutbox(kept), false);
    const before = attendee.responseStatus === status ? await entryOf(ctx, attendee) : undefined;
    const { event, entry } = before
      ? { event: asked.event, entry: before }
      : await recordResponse(ctx, asked, status, idempotencyKey);
    if (idempotencyKey !== undefined)
      await store.put(answers, {
        principal: caller.principal,
        key: idempotencyKey,
        eventId: event.id,
        attendeeId: attendee.id,
        status,
        outboxId: entry.id,
      });
    return resultOf(asked, event, showOutbox(entry), before === undefined);
  },
});

/** A caller who may respond for an attendee sees that attendee, even if only the times of the event are visible. */
const resultOf = (
  { role, isInvited, attendee }: Responder,
  event: EventRecord,
  outbox: AnswerEntry,
  changed: boolean,
) => ({
  event: showEvent(event, role, isInvited),
  outbox,
  attendee: showAttendee(event.attendees.find(({ id }) => id === attendee.id) ?? attendee),
  changed,
});

/** The response already recorded with the caller's idempotency key. Throws if it was used for anything else. */
async function recordedResponse(
  { store, caller }: Viewer,
  { event, attendee }: Responder,
  { idempotencyKey, status }: { idempotencyKey?: string; status: ResponseStatus },
) {
  const kept = idempotencyKey === undefined ? undefined : await store.get(answers, caller.principal, idempotencyKey);
  if (!kept) return undefined;
  if (kept.eventId !== event.id || kept.attendeeId !== attendee.id || kept.status !== status)
    throw AnswerConflict({ eventId: kept.eventId, answer: kept.status });
  return kept;
}

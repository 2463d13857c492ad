import { defineCommand, T } from "@postern/core";
import { type Asked, askedOf, entryOf, recordAnswer } from "../answer.ts";
import { assertOpen, type Seen } from "../calendar.ts";
import { answers, LOCAL, outbox } from "../collections.ts";
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
import { AgentId, Email, EventRef, IdempotencyKey } from "../fields.ts";
import { group } from "../group.ts";
import { showOutbox } from "../outbox.ts";
import { assertRoom } from "../parts.ts";
import { Event, OutboxEntry, ResponseStatus } from "../schemas.ts";

export const eventsRespond = defineCommand(group, {
  id: "calendars.events.respond",
  summary: "Record an attendee response and enqueue provider delivery",
  description:
    "Of the caller's own agent where no attendee is named; nobody is ever added. An answer to one occurrence of a series is of that occurrence alone. The same answer again changes nothing and answers the outbox entry that holds it; another takes the place of one that still waits. `unknown` is kept here and told nobody.",
  input: T.Object({
    event: EventRef,
    attendeeAgent: T.Optional(AgentId),
    attendeeEmail: T.Optional(Email),
    idempotencyKey: T.Optional(IdempotencyKey),
    status: ResponseStatus,
  }),
  output: T.Object({ event: Event, outbox: OutboxEntry }),
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
      title: "One's own agent comes",
      input: { event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6", attendeeAgent: "main", status: "accepted" },
    },
    {
      title: "But not this once",
      input: {
        event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6@1795424400000",
        attendeeAgent: "main",
        status: "declined",
      },
    },
  ],
  dryRunByDefault: true,
  resource: ({ event }) => calendarIdIn(event),
  async plan({ store, caller }, input) {
    const asked = await askedOf({ store, caller }, input.event, input);
    const { event, calendar, attendee } = asked;
    const { status } = input;
    const told = { event: event.id, attendee: attendee.id, responseStatus: status };
    const who = attendee.agentId ?? attendee.email;
    if (await standing({ store, caller }, asked, input))
      return { summary: `Answer what the same key has recorded for ${who}`, ...told, changed: false };
    assertOpen(calendar);
    assertLive(asked);
    await assertRoom(store, asked);
    const isSame = attendee.responseStatus === status && (await entryOf({ store }, attendee)) !== undefined;
    if (isSame) return { summary: `Leave the answer of ${who} to ${event.id} at ${status}`, ...told, changed: false };
    const isTold = calendar.accountId !== LOCAL && status !== "unknown";
    return {
      summary: `Record ${status} as the answer of ${who} to ${event.id}`,
      ...told,
      changed: true,
      ...(isTold && { effects: [`The organizer, through the account ${calendar.accountId}`] }),
    };
  },
  async execute(ctx, _plan, input) {
    const { store, caller } = ctx;
    const asked = await askedOf(ctx, input.event, input);
    const { role, isInvited, attendee } = asked;
    const { status, idempotencyKey } = input;
    const recorded = await standing(ctx, asked, input);
    const kept = recorded && (await store.get(outbox, recorded.outboxId));
    if (kept) return { event: showEvent(asked.event, role, isInvited), outbox: showOutbox(kept) };
    const before = attendee.responseStatus === status ? await entryOf(ctx, attendee) : undefined;
    const { event, entry } = before
      ? { event: asked.event, entry: before }
      : await recordAnswer(ctx, asked, status, idempotencyKey);
    if (idempotencyKey !== undefined)
      await store.put(answers, {
        principal: caller.principal,
        key: idempotencyKey,
        eventId: event.id,
        attendeeId: attendee.id,
        status,
        outboxId: entry.id,
      });
    return { event: showEvent(event, role, isInvited), outbox: showOutbox(entry) };
  },
});

/** What the caller's key stands for already; for nothing else than this. */
async function standing(
  { store, caller }: Seen,
  { event, attendee }: Asked,
  { idempotencyKey, status }: { idempotencyKey?: string; status: ResponseStatus },
) {
  const kept = idempotencyKey === undefined ? undefined : await store.get(answers, caller.principal, idempotencyKey);
  if (!kept) return undefined;
  if (kept.eventId !== event.id || kept.attendeeId !== attendee.id || kept.status !== status)
    throw AnswerConflict({ eventId: kept.eventId, answer: kept.status });
  return kept;
}

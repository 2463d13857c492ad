import { defineCommand, numeric, T } from "@postern/core";
import { assertOpen } from "../calendar.ts";
import { cancelEvent } from "../change.ts";
import {
  CalendarArchived,
  EventCancelled,
  EventNotFound,
  OccurrenceNotFound,
  RoleMissing,
  SequenceMismatch,
  TooManyChanges,
} from "../errors.ts";
import { assertLive, assertSequence, calendarIdIn, eventOf, showEvent } from "../event.ts";
import { EventRef } from "../fields.ts";
import { group } from "../group.ts";
import { showOutbox } from "../outbox.ts";
import { assertRoom } from "../parts.ts";
import { Event, OutboxEntry } from "../schemas.ts";
import { effectsOf } from "../tell.ts";

export const eventsCancel = defineCommand(group, {
  id: "calendars.events.cancel",
  summary: "Cancel an event, or one occurrence of a series, and tell those who are invited",
  description: "It is kept, and can be restored.",
  input: T.Object({
    event: EventRef,
    expectedSequence: T.Optional(numeric({ description: "Only if nobody has changed it since" })),
  }),
  output: T.Object({ event: Event, outbox: T.Optional(OutboxEntry) }),
  errors: [
    EventNotFound,
    OccurrenceNotFound,
    RoleMissing,
    CalendarArchived,
    EventCancelled,
    SequenceMismatch,
    TooManyChanges,
  ],
  examples: [{ title: "One occurrence", input: { event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6@1795424400000" } }],
  dryRunByDefault: true,
  resource: ({ event }) => calendarIdIn(event),
  async plan({ store, caller }, { event: ref, expectedSequence }) {
    const found = await eventOf({ store, caller }, ref, "writer");
    const { event, calendar } = found;
    assertOpen(calendar);
    assertLive(found);
    assertSequence(event, expectedSequence);
    await assertRoom(store, found);
    return { summary: `Cancel ${event.id}`, ...(await effectsOf(store, calendar, event)) };
  },
  async execute(ctx, _plan, { event: ref }) {
    const found = await eventOf(ctx, ref, "writer");
    const { event, outbox } = await cancelEvent(ctx, found);
    return { event: showEvent(event, found.role), ...(outbox && { outbox: showOutbox(outbox) }) };
  },
});

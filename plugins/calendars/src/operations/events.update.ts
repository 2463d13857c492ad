import { defineCommand, T } from "@postern/core";
import { described, numeric } from "@postern/kit/fields";
import { changeableEventOf, changedEvent, changeEvent, showChange, unchangeable } from "../change.ts";
import { SequenceMismatch } from "../errors.ts";
import { assertSequence, calendarIdIn, eventOf } from "../event.ts";
import { newEndAt, newStartAt, optionalEventFields, title } from "../event-fields.ts";
import { EventRef } from "../fields.ts";
import { group } from "../group.ts";
import { inverseChanges } from "../inverse-changes.ts";
import { effectsOf, notifiesGuests } from "../notify.ts";
import { orphanedParts } from "../parts.ts";
import { ChangedEvent } from "../schemas.ts";

export const eventsUpdate = defineCommand(group, {
  id: "calendars.events.update",
  summary: "Update an event or one occurrence of a series",
  description:
    "Omitted fields keep their values, and empty strings clear them; an empty recurrenceRule turns a series into a single event. Without `endAt` the duration is kept. Occurrences that were changed individually keep their own values. If the times of a series change, individual changes of occurrences that no longer exist are deleted. If guests are notified by e-mail or by a calendar server, the call is a dry run unless `execute` is set.",
  input: T.Object({
    event: EventRef,
    expectedSequence: T.Optional(numeric({ description: "Fail unless the event still has this sequence" })),
    title: T.Optional(described(title, "Event title")),
    startAt: T.Optional(newStartAt),
    endAt: T.Optional(newEndAt),
    ...optionalEventFields,
  }),
  output: ChangedEvent,
  errors: [...unchangeable, SequenceMismatch],
  examples: [
    {
      title: "Move one occurrence by an hour",
      input: {
        event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6@1795424400000",
        startAt: "2026-11-23T10:00:00+01:00",
      },
    },
  ],
  dryRunByDefault: notifiesGuests,
  resource: ({ event }) => calendarIdIn(event),
  async plan({ store, caller }, { event: ref, expectedSequence, ...said }) {
    const found = await changeableEventOf({ store, caller }, ref);
    const { event, series, calendar } = found;
    assertSequence(event, expectedSequence);
    const { after, names } = changedEvent(found, said);
    const lost = !series && names.includes("times") ? (await orphanedParts(store, after)).length : 0;
    const also = lost === 0 ? "" : `; delete ${lost} individually changed ${lost === 1 ? "occurrence" : "occurrences"}`;
    return {
      summary: names.length === 0 ? `Leave ${event.id} unchanged` : `Update ${names.join(", ")} of ${event.id}${also}`,
      ...(names.length > 0 && (await effectsOf(store, calendar, event))),
    };
  },
  async undo({ store, caller }, { effects }, { event: ref, expectedSequence: _expected, ...said }) {
    if (effects) return undefined;
    const changes = await inverseChanges(store, await eventOf({ store, caller }, ref, "writer"), said);
    return changes && { operation: "calendars.events.update", input: { event: ref, ...changes } };
  },
  async execute(ctx, _plan, { event: ref, expectedSequence: _expected, ...said }) {
    const found = await eventOf(ctx, ref, "writer");
    return showChange(await changeEvent(ctx, found, said), found.role);
  },
});

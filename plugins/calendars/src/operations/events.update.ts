import { defineCommand, numeric, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { changeableOf, changedEvent, changeEvent, showChange, unchangeable } from "../change.ts";
import { SequenceMismatch } from "../errors.ts";
import { assertSequence, calendarIdIn, eventOf } from "../event.ts";
import { endAt, saidOfEvent, startAt, title } from "../event-fields.ts";
import { EventRef } from "../fields.ts";
import { group } from "../group.ts";
import { homeless } from "../parts.ts";
import { ChangedEvent } from "../schemas.ts";
import { effectsOf } from "../tell.ts";

export const eventsUpdate = defineCommand(group, {
  id: "calendars.events.update",
  summary: "Change an event, or one occurrence of a series",
  description:
    "What is left out stays, and an empty text clears; an empty recurrenceRule makes a single event. Without an endAt the end moves with the begin. Occurrences that were changed by themselves keep what is their own; where the series has other times, those that it has no more are gone.",
  input: T.Object({
    event: EventRef,
    expectedSequence: T.Optional(numeric({ description: "Only if nobody has changed it since" })),
    title: T.Optional(described(title, "A title for people")),
    startAt: T.Optional(startAt),
    endAt: T.Optional(endAt),
    ...saidOfEvent,
  }),
  output: ChangedEvent,
  errors: [...unchangeable, SequenceMismatch],
  examples: [
    {
      title: "An hour later, this once",
      input: {
        event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6@1795424400000",
        startAt: "2026-11-23T10:00:00+01:00",
      },
    },
  ],
  resource: ({ event }) => calendarIdIn(event),
  async plan({ store, caller }, { event: ref, expectedSequence, ...said }) {
    const found = await changeableOf({ store, caller }, ref);
    const { event, series, calendar } = found;
    assertSequence(event, expectedSequence);
    const { after, names } = changedEvent(found, said);
    const lost = !series && names.includes("times") ? (await homeless(store, after)).length : 0;
    const also =
      lost === 0 ? "" : `; ${lost} ${lost === 1 ? "occurrence" : "occurrences"} changed by themselves are no more`;
    return {
      summary: names.length === 0 ? `Leave ${event.id} as it is` : `Change ${names.join(", ")} of ${event.id}${also}`,
      ...(names.length > 0 && (await effectsOf(store, calendar, event))),
    };
  },
  async execute(ctx, _plan, { event: ref, expectedSequence: _expected, ...said }) {
    const found = await eventOf(ctx, ref, "writer");
    return showChange(await changeEvent(ctx, found, said), found.role);
  },
});

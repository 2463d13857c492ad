import { defineCommand, T } from "@postern/core";
import { numeric } from "@postern/kit/fields";
import { cancelEvent, changeableEventOf, showChange, unchangeable } from "../change.ts";
import { SequenceMismatch } from "../errors.ts";
import { assertSequence, calendarIdIn, eventOf } from "../event.ts";
import { EventRef } from "../fields.ts";
import { group } from "../group.ts";
import { effectsOf } from "../notify.ts";
import { ChangedEvent } from "../schemas.ts";

export const eventsCancel = defineCommand(group, {
  id: "calendars.events.cancel",
  summary: "Cancel an event or one occurrence of a series",
  description: "Attendees are notified. A cancelled event is kept and can be restored with calendars.events.restore.",
  input: T.Object({
    event: EventRef,
    expectedSequence: T.Optional(numeric({ description: "Fail unless the event still has this sequence" })),
  }),
  output: ChangedEvent,
  errors: [...unchangeable, SequenceMismatch],
  examples: [
    { title: "Cancel one occurrence", input: { event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6@1795424400000" } },
  ],
  effect: "external",
  outside: false,
  dryRunByDefault: true,
  resource: ({ event }) => calendarIdIn(event),
  async plan({ store, caller }, { event: ref, expectedSequence }) {
    const { event, calendar } = await changeableEventOf({ store, caller }, ref);
    assertSequence(event, expectedSequence);
    return { summary: `Cancel ${event.id}`, ...(await effectsOf(store, calendar, event)) };
  },
  async execute(ctx, _plan, { event: ref }) {
    const found = await eventOf(ctx, ref, "writer");
    return showChange(await cancelEvent(ctx, found), found.role);
  },
});

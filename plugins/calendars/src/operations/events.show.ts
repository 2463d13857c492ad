import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { EventNotFound, OccurrenceNotFound, RoleMissing } from "../errors.ts";
import { calendarIdIn, eventOf, showEvent } from "../event.ts";
import { EventRef } from "../fields.ts";
import { group } from "../group.ts";
import { Event } from "../schemas.ts";

export const eventsShow = defineQuery(group, {
  id: "calendars.events.show",
  summary: "Show an event or one occurrence of a series",
  description:
    "Callers with the role free_busy see only the times; so do readers for private events. Attendees always see the events they are invited to.",
  input: T.Object({ event: EventRef }),
  output: T.Object({ event: described(Event, "The event") }),
  errors: [EventNotFound, OccurrenceNotFound, RoleMissing],
  examples: [{ title: "Show an event", input: { event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6" } }],
  resource: ({ event }) => calendarIdIn(event),
  async run({ store, caller }, { event: ref }) {
    const { event, role, isInvited } = await eventOf({ store, caller }, ref);
    return { event: showEvent(event, role, isInvited) };
  },
});

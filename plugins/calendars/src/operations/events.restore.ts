import { defineCommand, T } from "@postern/core";
import { assertOpen } from "../calendar.ts";
import { restoreEvent, showChange } from "../change.ts";
import { isLive } from "../collections.ts";
import {
  CalendarArchived,
  EventCancelled,
  EventNotCancelled,
  EventNotFound,
  OccurrenceNotFound,
  RoleMissing,
} from "../errors.ts";
import { calendarIdIn, eventOf } from "../event.ts";
import { EventRef } from "../fields.ts";
import { group } from "../group.ts";
import { effectsOf, notifiesGuests } from "../notify.ts";
import { ChangedEvent } from "../schemas.ts";

export const eventsRestore = defineCommand(group, {
  id: "calendars.events.restore",
  summary: "Restore a cancelled event or occurrence of a series",
  description:
    "Attendees are notified if the account of the calendar delivers invitations; then the call is a dry run unless `execute` is set.",
  input: T.Object({ event: EventRef }),
  output: ChangedEvent,
  errors: [EventNotFound, OccurrenceNotFound, RoleMissing, CalendarArchived, EventNotCancelled, EventCancelled],
  examples: [{ title: "Restore an event", input: { event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6" } }],
  dryRunByDefault: notifiesGuests,
  resource: ({ event }) => calendarIdIn(event),
  async plan({ store, caller }, { event: ref }) {
    const { event, series, calendar } = await eventOf({ store, caller }, ref, "writer");
    assertOpen(calendar);
    if (series && !isLive(series)) throw EventCancelled({ eventId: series.id });
    if (isLive(event)) throw EventNotCancelled({ eventId: event.id });
    return { summary: `Restore ${event.id}`, ...(await effectsOf(store, calendar, event)) };
  },
  async execute(ctx, _plan, { event: ref }) {
    const found = await eventOf(ctx, ref, "writer");
    return showChange(await restoreEvent(ctx, found), found.role);
  },
});

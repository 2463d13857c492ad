import { defineCommand, T } from "@postern/core";
import { needsAny } from "@postern/kit/fields";
import { attendeeIn, isGuest } from "../attendee.ts";
import { changeableEventOf, showChange, unchangeable } from "../change.ts";
import { type AttendeeRecord, type EventRecord, events } from "../collections.ts";
import { AttendeeAmbiguous, AttendeeNotFound } from "../errors.ts";
import { calendarIdIn, eventData, eventOf, revised } from "../event.ts";
import { Invitee } from "../event-fields.ts";
import { eventUpdated } from "../events.ts";
import { EmailText, EventRef } from "../fields.ts";
import { group } from "../group.ts";
import { effectsOf, notify } from "../notify.ts";
import { changeParts } from "../parts.ts";
import { ChangedEvent } from "../schemas.ts";
import { invalidField } from "../time/moment.ts";

const withdrawnBy = (attendee: AttendeeRecord): string[] =>
  isGuest(attendee) && attendee.email !== undefined ? [attendee.email] : [];

export const eventsAttendeesRemove = defineCommand(group, {
  id: "calendars.events.attendees.remove",
  summary: "Remove an attendee from an event or from one occurrence of a series",
  description: "Other attendees are not changed. A guest invited by e-mail is sent a cancellation.",
  input: T.Object(
    { event: EventRef, agent: Invitee.properties.agent, email: T.Optional(EmailText) },
    needsAny(["agent"], ["email"]),
  ),
  output: ChangedEvent,
  errors: [...unchangeable, AttendeeNotFound, AttendeeAmbiguous],
  examples: [
    {
      title: "Remove a guest by e-mail address",
      input: { event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6", email: "ann@example.org" },
    },
  ],
  effect: "external",
  outside: false,
  dryRunByDefault: true,
  resource: ({ event }) => calendarIdIn(event),
  async plan({ store, caller }, { event: ref, ...named }) {
    const { event, calendar } = await changeableEventOf({ store, caller }, ref);
    const attendee = attendeeIn(event, named);
    if (attendee.kind === "organizer")
      throw invalidField("agent", "organizer", "must not name the organizer, who cannot be removed");
    const rest = { attendees: event.attendees.filter((one) => one !== attendee) };
    return {
      summary: `Remove ${attendee.agentId ?? attendee.email} from ${event.id}`,
      attendee: attendee.id,
      ...(await effectsOf(store, calendar, rest, withdrawnBy(attendee))),
    };
  },
  async execute(ctx, { attendee: id }, { event: ref }) {
    const { store, now, emit } = ctx;
    const { event: before, series, calendar, role } = await eventOf(ctx, ref, "writer");
    const without = (event: EventRecord): EventRecord =>
      event.attendees.some((one) => one.id === id)
        ? { ...revised(event, now), attendees: event.attendees.filter((one) => one.id !== id) }
        : event;
    const event = without(before);
    await store.put(events, event);
    if (!series) await changeParts(ctx, event.id, without);
    emit(eventUpdated, eventData(event));
    const withdrawn = before.attendees.filter((one) => one.id === id).flatMap(withdrawnBy);
    const outbox = await notify(ctx, "update", { event, calendar }, { withdrawn });
    return showChange({ event, outbox }, role);
  },
});

import { defineCommand, T } from "@postern/core";
import { needsAny } from "@postern/kit/fields";
import { assertAgentExists, attendeeOf, invitedAs, isSame, MAX_ATTENDEES } from "../attendee.ts";
import { changeableEventOf, showChange, unchangeable } from "../change.ts";
import { type EventRecord, events } from "../collections.ts";
import { calendarIdIn, eventData, eventOf, revised } from "../event.ts";
import { Invitee } from "../event-fields.ts";
import { eventUpdated } from "../events.ts";
import { EventRef } from "../fields.ts";
import { group } from "../group.ts";
import { effectsOf, notify } from "../notify.ts";
import { changeParts } from "../parts.ts";
import { ChangedEvent } from "../schemas.ts";
import { invalidField } from "../time/moment.ts";

export const eventsAttendeesAdd = defineCommand(group, {
  id: "calendars.events.attendees.add",
  summary: "Add an attendee to an event or to one occurrence of a series",
  description:
    "An attendee who is already invited keeps their response and gets the specified kind. Other attendees are not changed.",
  input: T.Object({ event: EventRef, ...Invitee.properties }, needsAny(["agent"], ["email"])),
  output: ChangedEvent,
  errors: unchangeable,
  examples: [
    {
      title: "Invite a guest by e-mail",
      input: { event: "evt_019aa5c2d1e04f3b8c6d7e120a1b2c3d4e5f6", email: "ann@example.org", kind: "optional" },
    },
  ],
  effect: "external",
  outside: false,
  dryRunByDefault: true,
  resource: ({ event }) => calendarIdIn(event),
  async plan({ store, caller, services }, { event: ref, ...invitee }) {
    const { event, calendar } = await changeableEventOf({ store, caller }, ref);
    await assertAgentExists(services, invitee);
    const there = event.attendees.find((one) => isSame(invitee, one));
    const isSecond = event.attendees.some(({ kind, id }) => kind === "organizer" && id !== there?.id);
    if (invitee.kind === "organizer" && isSecond)
      throw invalidField("kind", "organizer", "must not be organizer, because the event already has one");
    if (!there && event.attendees.length >= MAX_ATTENDEES)
      throw invalidField("event", "full", `must have fewer than ${MAX_ATTENDEES} attendees`);
    const others = event.attendees.filter((one) => one !== there);
    const invited = there ? { ...there, kind: invitee.kind ?? there.kind } : invitedAs(invitee);
    return {
      summary: `${there ? "Keep the invitation of" : "Invite"} ${invitee.agent ?? invitee.email?.trim()} to ${event.id}`,
      ...(await effectsOf(store, calendar, { attendees: [...others, invited] })),
    };
  },
  async execute(ctx, _plan, { event: ref, ...invitee }) {
    const { store, now, emit } = ctx;
    const { event: before, series, calendar, role } = await eventOf(ctx, ref, "writer");
    const there = before.attendees.find((one) => isSame(invitee, one));
    const kind = invitee.kind ?? there?.kind;
    if (there && there.kind === kind) return showChange({ event: before }, role);
    const attendee = there ?? attendeeOf(ctx, before.id, invitee);
    const invited = (event: EventRecord): EventRecord => {
      const known = event.attendees.find((one) => isSame(invitee, one));
      const added = { ...(known ?? attendee), eventId: event.id, kind: kind ?? attendee.kind, updatedAt: now };
      const others = event.attendees.filter((one) => one !== known);
      const organizer =
        added.kind === "organizer" && added.agentId !== undefined ? { organizerAgentId: added.agentId } : {};
      return { ...revised(event, now), ...organizer, attendees: [...others, added] };
    };
    const event = invited(before);
    await store.put(events, event);
    if (!series) await changeParts(ctx, event.id, invited);
    emit(eventUpdated, eventData(event));
    const outbox = await notify(ctx, "update", { event, calendar });
    return showChange({ event, outbox }, role);
  },
});

import { defineCommand, digestOf, omitUndefined, T } from "@postern/core";
import { invitedAs, isOutside } from "../attendee.ts";
import { openCalendarOf } from "../calendar.ts";
import { events } from "../collections.ts";
import { CalendarArchived, CalendarNotFound, EventConflict, RoleMissing } from "../errors.ts";
import { eventData, newEventId, showFullEvent } from "../event.ts";
import { endAt, Invitees, optionalEventFields, startAt, title } from "../event-fields.ts";
import { eventCreated } from "../events.ts";
import { CalendarId, IdempotencyKey } from "../fields.ts";
import { group } from "../group.ts";
import { assertInvitees, newEvent } from "../new-event.ts";
import { effectsOf, notify } from "../notify.ts";
import { showOutbox } from "../outbox.ts";
import { ChangedEvent } from "../schemas.ts";
import { timesOf } from "../times.ts";

export const eventsCreate = defineCommand(group, {
  id: "calendars.events.create",
  summary: "Create an event and invite attendees",
  description:
    "If an attendee is not an agent of this gateway, the call is a dry run unless `execute` is set. With an idempotencyKey a repeated call returns the existing event in its current state instead of creating another.",
  input: T.Object({
    calendar: CalendarId,
    title,
    startAt,
    endAt,
    ...optionalEventFields,
    attendees: T.Optional(Invitees),
    idempotencyKey: T.Optional(IdempotencyKey),
  }),
  output: ChangedEvent,
  errors: [CalendarNotFound, CalendarArchived, RoleMissing, EventConflict],
  examples: [
    {
      title: "Create a series on every working day at nine",
      input: {
        calendar: "cal_019aa5c2d1e04f3b8c6d7e12",
        title: "Stand-up",
        startAt: "2026-11-23T09:00:00+01:00",
        endAt: "2026-11-23T09:15:00+01:00",
        startTimezone: "Europe/Berlin",
        recurrenceRule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
      },
    },
    {
      title: "Create an event of two whole days",
      input: {
        calendar: "cal_019aa5c2d1e04f3b8c6d7e12",
        title: "Conference",
        startAt: "2026-12-01",
        endAt: "2026-12-03",
        allDay: true,
      },
    },
  ],
  dryRunByDefault: ({ attendees = [] }) => attendees.some(isOutside),
  resource: ({ calendar }) => calendar,
  async plan({ store, caller, services }, input) {
    const { calendar: calendarId, idempotencyKey, attendees = [] } = input;
    const { calendar } = await openCalendarOf({ store, caller }, calendarId, "writer");
    timesOf(input, calendar.timezone);
    await assertInvitees(services, attendees);
    const made =
      idempotencyKey === undefined ? undefined : await store.one(events, "byClient", calendar.id, idempotencyKey);
    if (made) {
      if (made.asked !== digestOf(input)) throw EventConflict({ eventId: made.id });
      return { summary: `Return the existing event ${made.id}`, event: made.id };
    }
    return {
      summary: `Create an event in the calendar ${calendar.name}`,
      calendar: calendar.id,
      ...(await effectsOf(store, calendar, { attendees: attendees.map(invitedAs) })),
    };
  },
  async execute(ctx, { event: made }, input) {
    const { store, caller, emit } = ctx;
    const before = made === undefined ? undefined : await store.get(events, made);
    if (before) return { event: showFullEvent(before) };
    const { calendar } = await openCalendarOf({ store, caller }, input.calendar, "writer");
    const { idempotencyKey } = input;
    const event = omitUndefined({
      ...newEvent(ctx, newEventId(ctx, calendar.id), calendar, input),
      clientKey: idempotencyKey,
      asked: idempotencyKey === undefined ? undefined : digestOf(input),
    });
    await store.put(events, event);
    emit(eventCreated, eventData(event));
    const entry = await notify(ctx, "create", { event, calendar });
    return { event: showFullEvent(event), ...(entry && { outbox: showOutbox(entry) }) };
  },
});

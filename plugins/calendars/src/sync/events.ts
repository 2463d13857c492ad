import { omitUndefined, type Reads, type Static, T, type Transacting } from "@postern/core";
import { storedMembers } from "@postern/kit/fields";
import { defineSyncKind, dependencyMissing, portionOf } from "@postern/kit/sync";
import { MAX_ATTENDEES } from "../attendee.ts";
import { type CalendarRecord, calendars, type EventRecord, events, isLive, kindOf, zones } from "../collections.ts";
import { calendarIdIn, eventData, occurrenceId } from "../event.ts";
import { eventCancelled, eventCreated, eventRestored, eventUpdated } from "../events.ts";
import { Location, Rule, Text, Title } from "../fields.ts";
import { emitChanged, partsIn } from "../parts.ts";
import { endOf } from "../recurrence/occurrences.ts";
import { Attendee, Event, EventStatus } from "../schemas.ts";
import { timeKey } from "../time/span.ts";
import { CalendarId, maySync } from "./calendars.ts";

const closed = { additionalProperties: false } as const;
const EventId = T.String({ pattern: "^evt_[0-9a-f]{37}(@(0|-?[1-9][0-9]{0,14}))?$" });

const {
  eventId: _eventId,
  providerAttendeeId: _providerAttendeeId,
  ...ofAttendee
} = storedMembers(Attendee.properties);
const {
  accountId: _accountId,
  etag: _etag,
  providerEventId: _providerEventId,
  providerRecurringEventId: _providerRecurringEventId,
  ...ofEvent
} = storedMembers(Event.properties);

/**
 * Synchronized fields of an event or of an individually changed occurrence, without fields of the local account and
 * derived ones. An imported time zone definition is included.
 */
const SyncedEvent = T.Object(
  {
    ...ofEvent,
    id: EventId,
    calendarId: CalendarId,
    seriesId: T.Optional(EventId),
    title: Title,
    description: T.Optional(Text),
    location: T.Optional(Location),
    recurrenceRule: T.Optional(Rule),
    attendees: T.Array(T.Object(ofAttendee, closed), { maxItems: 2 * MAX_ATTENDEES }),
    own: T.Optional(T.Array(T.String({ maxLength: 128 }), { maxItems: 1_000 })),
    isSeriesGone: T.Optional(T.Boolean()),
    formerStatus: T.Optional(EventStatus),
    stampAt: T.Optional(T.Integer()),
    zone: T.Optional(T.Object({ tzid: T.String({ maxLength: 1_000 }), jcal: T.Array(T.Unknown()) }, closed)),
  },
  closed,
);
type SyncedEvent = Static<typeof SyncedEvent>;

export const syncedEvents = defineSyncKind({
  name: ["id"],
  schema: SyncedEvent,
  async read(store, id = "") {
    const event = await store.get(events, id);
    return event && syncedEvent(store, event);
  },
  list: (store, portion) => portionOf(store, events, portion, ({ id }) => [id]),
  visible: (who, id = "") => maySync(who, calendarIdIn(id)),
  put,
  async remove(ctx, id = "") {
    const event = await ctx.store.get(events, id);
    if (event) await deleteEvent(ctx, event);
  },
});

async function syncedEvent(store: Reads, event: EventRecord): Promise<SyncedEvent> {
  const {
    accountId: _account,
    etag: _etag,
    providerEventId: _id,
    providerRecurringEventId: _recurring,
    clientKey: _key,
    asked: _asked,
    lastAt: _last,
    ...rest
  } = event;
  const attendees = rest.attendees.map(
    ({ eventId: _event, outboxId: _outbox, providerAttendeeId: _at, ...one }) => one,
  );
  const tzid = zoneNameOf(event);
  const zone = tzid === undefined ? undefined : await store.get(zones, event.calendarId, tzid);
  return { ...rest, attendees, ...(zone && { zone: { tzid: zone.tzid, jcal: zone.jcal } }) };
}

const zoneNameOf = ({ safePayload }: Pick<EventRecord, "safePayload">): string | undefined =>
  (safePayload.ical as { tzid?: string } | undefined)?.tzid;

/** Adds nothing to the outbox: attendees are notified by the gateway on which the change was made. */
async function put(ctx: Transacting, said: SyncedEvent): Promise<void> {
  const { store, emit } = ctx;
  const calendar = await calendarFor(store, said);
  if (said.seriesId !== undefined && !(await store.get(events, said.seriesId)))
    throw dependencyMissing(["event", said.seriesId]);
  const before = await store.get(events, said.id);
  if (!(await resolveUid(ctx, said, before))) return;
  const event = recordOf(said, calendar, before);
  await store.put(events, event);
  if (said.zone) await store.put(zones, { calendarId: calendar.id, ...said.zone });
  const data = eventData(event);
  if (!before) emit(eventCreated, data);
  else if (isLive(before) !== isLive(event)) emit(isLive(event) ? eventRestored : eventCancelled, data);
  else emit(eventUpdated, data);
}

async function calendarFor(store: Reads, { id, calendarId, seriesId, originalStartAt }: SyncedEvent) {
  if (calendarIdIn(id) !== calendarId) throw new Error(`Event ${id} does not belong to calendar ${calendarId}`);
  const isPart = seriesId !== undefined && originalStartAt !== undefined;
  if (isPart ? id !== occurrenceId(seriesId, originalStartAt) : id.includes("@") || seriesId !== undefined)
    throw new Error(
      seriesId === undefined
        ? `Event ${id} has the id of an occurrence but no series`
        : `${id} is not the id of this occurrence of ${seriesId}`,
    );
  const calendar = await store.get(calendars, calendarId);
  if (!calendar) throw dependencyMissing(["calendar", calendarId]);
  return calendar;
}

/**
 * Both gateways may have imported an event with the same UID. The one with the lower id is kept, and the other is
 * removed with its occurrences. Returns false if the incoming one loses.
 */
async function resolveUid(ctx: Transacting, said: SyncedEvent, before: EventRecord | undefined): Promise<boolean> {
  const { id, calendarId, uid, seriesId, originalStartAt } = said;
  const at = seriesId === undefined ? "-" : timeKey(originalStartAt);
  const other = await ctx.store.one(events, "byUid", calendarId, uid, at);
  if (!other || other.id === id) return true;
  if (other.id > id) {
    await deleteEvent(ctx, other);
    return true;
  }
  if (before) await deleteEvent(ctx, before);
  else emitChanged(ctx, [{ ...other, id }]);
  return false;
}

/** Stages the deletion of an event with its changed occurrences. */
async function deleteEvent(ctx: Transacting, event: EventRecord): Promise<void> {
  const gone = [event, ...(event.seriesId === undefined ? await partsIn(ctx.store, event.id) : [])];
  for (const { id } of gone) await ctx.store.delete(events, id);
  emitChanged(ctx, gone);
}

/** The record to store, with the fields that only this gateway has. */
function recordOf(
  { zone: _zone, ...said }: SyncedEvent,
  { accountId }: CalendarRecord,
  before: EventRecord | undefined,
): EventRecord {
  const { etag, providerEventId, providerRecurringEventId, clientKey, asked } = before ?? {};
  const attendees = said.attendees.map((attendee) => {
    const { outboxId, providerAttendeeId } = before?.attendees.find(({ id }) => id === attendee.id) ?? {};
    return omitUndefined({ ...attendee, eventId: said.id, outboxId, providerAttendeeId });
  });
  const event = omitUndefined({
    ...said,
    sequence: Math.max(said.sequence, before?.sequence ?? 0),
    attendees,
    ...{ accountId, etag, providerEventId, providerRecurringEventId, clientKey, asked },
  }) as EventRecord;
  return kindOf(event) === "series" ? omitUndefined({ ...event, lastAt: endOf(event) }) : event;
}

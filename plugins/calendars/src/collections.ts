import { defineCollection, type Static, T } from "@postern/core";
import { kept } from "@postern/core/fields";
import { Account, Attendee, Calendar, Event, EventStatus, Member, OutboxEntry, ResponseStatus } from "./schemas.ts";
import { spanClass, timeKey } from "./time/span.ts";

const { role: _role, ...ofCalendar } = Calendar.properties;
const CalendarRecord = T.Object({ ...kept(ofCalendar), members: T.Array(Member) });
export type CalendarRecord = Static<typeof CalendarRecord>;

/** Stands for everybody among those who see a calendar. */
export const EVERYBODY = "*";

export const calendars = defineCollection("calendars.calendar", {
  schema: CalendarRecord,
  key: ({ id }) => [id],
  indexes: {
    byStatus: ({ status, name }) => [status, name],
    /** Who finds it without being told of it: its owner, those it is shared with, everybody. */
    byViewer: ({ ownerType, ownerId, members, visibility, status, name }) => [
      [`${ownerType}:${ownerId}`, status, name],
      ...(visibility === "private" ? [] : members.map(({ type, id }) => [`${type}:${id}`, status, name])),
      ...(visibility === "public" ? [[EVERYBODY, status, name]] : []),
    ],
    byAccount: ({ accountId, id }) => [accountId, id],
    byDefault: ({ isDefault, ownerType, ownerId, id }) => (isDefault ? [`${ownerType}:${ownerId}`, id] : undefined),
  },
});

const AttendeeRecord = T.Object({
  ...kept(Attendee.properties),
  /** The outbox entry that holds the answer it has now. */
  outboxId: T.Optional(T.String()),
});
export type AttendeeRecord = Static<typeof AttendeeRecord>;

const EventRecord = T.Object({
  ...kept(Event.properties),
  attendees: T.Array(AttendeeRecord),
  /** Of a series: when the last of its occurrences is over; absent where it goes on for ever. */
  lastAt: T.Optional(T.Integer()),
  /** Of an occurrence that differs from its series: what is its own, and stays when the series changes. */
  own: T.Optional(T.Array(T.String())),
  /** Of an occurrence: its series is cancelled, so that it does not take place whatever it says. */
  isSeriesGone: T.Optional(T.Boolean()),
  /** What it was before it was cancelled. */
  formerStatus: T.Optional(EventStatus),
  /** DTSTAMP of the iCalendar text that it was last taken from. */
  stampAt: T.Optional(T.Integer()),
  /** The caller's own key, and a digest of what was asked for. */
  clientKey: T.Optional(T.String()),
  asked: T.Optional(T.String()),
});
export type EventRecord = Static<typeof EventRecord>;

/** Whether it takes place. */
export const isLive = ({ status, deletedAt, isSeriesGone }: EventRecord): boolean =>
  status !== "cancelled" && deletedAt === undefined && isSeriesGone !== true;

/** Events that recur, single ones, and occurrences that differ from their series. */
export const kindOf = ({ seriesId, recurrenceRule, recurrence }: Partial<EventRecord>): "series" | "part" | "one" => {
  if (seriesId !== undefined) return "part";
  return recurrenceRule !== undefined || recurrence?.rdates !== undefined ? "series" : "one";
};

const standing = (event: EventRecord) => (isLive(event) ? "live" : "gone");

const timeOf = (event: EventRecord) => [
  standing(event),
  kindOf(event),
  kindOf(event) === "series" ? 0 : spanClass(event),
  timeKey(event.startAt),
];

/** An id holds the digits of its calendar: it leads there without being looked up, and events of a calendar stand together. */
export const events = defineCollection("calendars.event", {
  schema: EventRecord,
  key: ({ id }) => [id],
  indexes: {
    /** By their begin, single events and parts apart by how long they take: a range finds those that reach into it. */
    byTime: (event) => [event.calendarId, ...timeOf(event)],
    /** The same of the agents that are invited. */
    byInvited: (event) =>
      event.attendees.flatMap(({ agentId }) => (agentId === undefined ? [] : [[agentId, ...timeOf(event)]])),
    /** Series by their end, so that those that are over are not looked at. */
    byEnd: (event) =>
      kindOf(event) === "series" ? [event.calendarId, standing(event), timeKey(event.lastAt)] : undefined,
    bySeries: ({ seriesId, originalStartAt }) =>
      seriesId === undefined ? undefined : [seriesId, timeKey(originalStartAt)],
    /** One of a uid, and one of each of its occurrences. */
    byUid: ({ calendarId, uid, seriesId, originalStartAt }) => [
      calendarId,
      uid,
      seriesId === undefined ? "-" : timeKey(originalStartAt),
    ],
    byProvider: ({ calendarId, providerEventId }) =>
      providerEventId === undefined ? undefined : [calendarId, providerEventId],
    byClient: ({ calendarId, clientKey }) => (clientKey === undefined ? undefined : [calendarId, clientKey]),
  },
  unique: ["byUid", "byClient"],
});

/** VTIMEZONEs that came with iCalendar texts, as jCal, by the name that these give them. */
export const zones = defineCollection("calendars.zone", {
  schema: T.Object({ calendarId: T.String(), tzid: T.String(), jcal: T.Array(T.Unknown()) }),
  key: ({ calendarId, tzid }) => [calendarId, tzid],
});

const OutboxRecord = T.Object({
  ...kept(OutboxEntry.properties),
  /** How long a wait `nextAttemptAt` ends: a clock that is set back must not prolong it. */
  delay: T.Optional(T.Integer()),
  /** The entry of the queue that is to deliver it. Of what concerns one event, only the first has one. */
  queueId: T.Optional(T.String()),
});
export type OutboxRecord = Static<typeof OutboxRecord>;

/** Whether it is still to be delivered. */
export const isOpen = ({ status }: OutboxRecord): boolean =>
  status === "pending" || status === "failed" || status === "leased";

/** What is delivered one after the other: all that an account has to tell of an event, or of a series and its occurrences. */
export const laneOf = ({ accountId, eventId }: OutboxRecord): [string, string] => [
  accountId,
  eventId.split("@", 1)[0] as string,
];

export const outbox = defineCollection("calendars.outbox", {
  schema: OutboxRecord,
  key: ({ id }) => [id],
  indexes: {
    byStatus: ({ status, createdAt }) => [status, createdAt],
    byEvent: ({ eventId, createdAt }) => [eventId, createdAt],
    byEventStatus: ({ eventId, status, createdAt }) => [eventId, status, createdAt],
    byAccount: ({ accountId, status }) => [accountId, status],
    byQueued: ({ queueId }) => (queueId === undefined ? undefined : [queueId]),
    byLane: (entry) => (isOpen(entry) ? [...laneOf(entry), entry.id] : undefined),
  },
});

/** Answers that came with a caller's own key, for good: what it stands for cannot change. */
export const answers = defineCollection("calendars.answer", {
  schema: T.Object({
    principal: T.String(),
    key: T.String(),
    eventId: T.String(),
    attendeeId: T.String(),
    status: ResponseStatus,
    outboxId: T.String(),
  }),
  key: ({ principal, key }) => [principal, key],
});

const AccountRecord = T.Object({ ...Account.properties });
export type AccountRecord = Static<typeof AccountRecord>;

export const accounts = defineCollection("calendars.account", {
  schema: AccountRecord,
  key: ({ id }) => [id],
  indexes: { byStatus: ({ status, id }) => [status, id] },
});

/** How far a calendar is the same as at its provider. */
export const marks = defineCollection("calendars.mark", {
  schema: T.Object({
    calendarId: T.String(),
    /** What the provider gave to ask for changes since then. */
    token: T.Optional(T.String()),
    /** What the provider changes with any change, where it gives no such token. */
    tag: T.Optional(T.String()),
  }),
  key: ({ calendarId }) => [calendarId],
});

/** The account of calendars that are kept here and nowhere else. It is always there and has no record. */
export const LOCAL = "local";

import { defineCollection, type Static, T } from "@postern/core";
import { storedMembers } from "@postern/kit/fields";
import { nameKey } from "@postern/kit/paging";
import { Account, Attendee, Calendar, Event, EventStatus, Member, OutboxEntry, ResponseStatus } from "./schemas.ts";
import { spanClass, timeKey } from "./time/span.ts";

const { role: _role, ...ofCalendar } = Calendar.properties;
const CalendarRecord = T.Object({ ...storedMembers(ofCalendar), members: T.Array(Member) });
export type CalendarRecord = Static<typeof CalendarRecord>;

/** Index key for all callers, used for public calendars. */
export const EVERYBODY = "*";

export const calendars = defineCollection("calendars.calendar", {
  schema: CalendarRecord,
  key: ({ id }) => [id],
  indexes: {
    byStatus: ({ status, name }) => [status, name],
    /** Principals whose lists contain the calendar: its owner, its members, and everybody if it is public. */
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
  ...storedMembers(Attendee.properties),
  /** Outbox entry of the current response. */
  outboxId: T.Optional(T.String()),
});
export type AttendeeRecord = Static<typeof AttendeeRecord>;

const EventRecord = T.Object({
  ...storedMembers(Event.properties),
  attendees: T.Array(AttendeeRecord),
  /** For a series, when its last occurrence ends; absent if it never ends. */
  lastAt: T.Optional(T.Integer()),
  /** For an individually changed occurrence, the names of the values that it keeps when the series changes. */
  own: T.Optional(T.Array(T.String())),
  /**
   * For an occurrence, whether its series is cancelled, so that it does not take place regardless of its own status.
   */
  isSeriesGone: T.Optional(T.Boolean()),
  /** Status before the cancellation. */
  formerStatus: T.Optional(EventStatus),
  /** LAST-MODIFIED or DTSTAMP of the iCalendar text that the event was last imported from. */
  stampAt: T.Optional(T.Integer()),
  /** Idempotency key of the caller and a digest of the request. */
  clientKey: T.Optional(T.String()),
  asked: T.Optional(T.String()),
});
export type EventRecord = Static<typeof EventRecord>;

/** Whether the event takes place. */
export const isLive = ({ status, deletedAt, isSeriesGone }: EventRecord): boolean =>
  status !== "cancelled" && deletedAt === undefined && isSeriesGone !== true;

/** Kind of an event: a series, a changed occurrence of a series (part), or a single event. */
export const kindOf = ({ seriesId, recurrenceRule, recurrence }: Partial<EventRecord>): "series" | "part" | "one" => {
  if (seriesId !== undefined) return "part";
  return recurrenceRule !== undefined || recurrence?.rdates !== undefined ? "series" : "one";
};

const stateOf = (event: EventRecord) => (isLive(event) ? "live" : "gone");

const timeOf = (event: EventRecord) => [
  stateOf(event),
  kindOf(event),
  kindOf(event) === "series" ? 0 : spanClass(event),
  timeKey(event.startAt),
];

/**
 * An event id contains the digits of its calendar's id. The calendar is therefore known without a lookup, and the
 * events of a calendar are stored together.
 */
export const events = defineCollection("calendars.event", {
  schema: EventRecord,
  key: ({ id }) => [id],
  indexes: {
    /**
     * By start time, with single events and parts grouped by duration, so that a range read finds the events that
     * overlap a window.
     */
    byTitle: ({ title, seriesId }) => (seriesId === undefined ? nameKey(title) : undefined),
    byTime: (event) => [event.calendarId, ...timeOf(event)],
    /** The same for invited agents. */
    byInvited: (event) =>
      event.attendees.flatMap(({ agentId }) => (agentId === undefined ? [] : [[agentId, ...timeOf(event)]])),
    /** Series by their end, so that past ones are skipped. */
    byEnd: (event) =>
      kindOf(event) === "series" ? [event.calendarId, stateOf(event), timeKey(event.lastAt)] : undefined,
    bySeries: ({ seriesId, originalStartAt }) =>
      seriesId === undefined ? undefined : [seriesId, timeKey(originalStartAt)],
    /** One event per UID, and one record per changed occurrence. */
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

/** VTIMEZONEs from imported iCalendar texts, as jCal, by their TZID. */
export const zones = defineCollection("calendars.zone", {
  schema: T.Object({ calendarId: T.String(), tzid: T.String(), jcal: T.Array(T.Unknown()) }),
  key: ({ calendarId, tzid }) => [calendarId, tzid],
});

const OutboxRecord = T.Object({
  ...storedMembers(OutboxEntry.properties),
  /** Length of the delay before `nextAttemptAt`, so that a clock that is set back does not prolong it. */
  delay: T.Optional(T.Integer()),
  /** Queue entry that delivers it. Only the first open entry of a lane has one. */
  queueId: T.Optional(T.String()),
});
export type OutboxRecord = Static<typeof OutboxRecord>;

/** Whether the entry is still to be delivered. */
export const isOpen = ({ status }: OutboxRecord): boolean =>
  status === "pending" || status === "failed" || status === "leased";

/**
 * Key of entries that are delivered in sequence: all entries of an account about an event, or about a series and its
 * occurrences.
 */
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

/**
 * Responses recorded with an idempotency key. They are kept permanently, because the meaning of a key must not change.
 */
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
  indexes: {
    byStatus: ({ status, id }) => [status, id],
    byCreator: ({ createdBy, id }) => (createdBy === undefined ? undefined : [createdBy, id]),
  },
});

const SchedulingRecord = T.Object({
  accountId: T.String(),
  /** Whether the server sends invitations (RFC 6638). */
  isAutomatic: T.Boolean(),
  /** The user's address, which is the organizer of the account's events. */
  email: T.Optional(T.String()),
  /** When the server was asked. */
  at: T.Number(),
});
export type SchedulingRecord = Static<typeof SchedulingRecord>;

/** What the CalDAV server of an account says about invitations. */
export const schedulings = defineCollection("calendars.scheduling", {
  schema: SchedulingRecord,
  key: ({ accountId }) => [accountId],
});

/** Synchronization state of a calendar. */
export const marks = defineCollection("calendars.mark", {
  schema: T.Object({
    calendarId: T.String(),
    /** Sync token from the provider. */
    token: T.Optional(T.String()),
    /** Collection tag (CTag) that changes with every change, if the provider has no sync tokens. */
    tag: T.Optional(T.String()),
  }),
  key: ({ calendarId }) => [calendarId],
});

/** Accounts that are being synchronized because they are due, each by one of the gateways on the store. */
export const pullLeases = defineCollection("calendars.pull-lease", {
  schema: T.Object({ accountId: T.String(), holder: T.String(), until: T.Integer() }),
  key: ({ accountId }) => [accountId],
});

/** Account of calendars that exist only on this gateway. It always exists and has no record. */
export const LOCAL = "local";

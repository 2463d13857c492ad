import { oneOf, type Static, T } from "@postern/core";
import { always, described, email, url } from "@postern/core/fields";

const time = (description: string) => T.Integer({ description: `${description}, Unix milliseconds` });
const words = (description: string) => T.String({ description });

export const Relation = oneOf("manager", "writer", "reader", "free_busy");
export type Relation = Static<typeof Relation>;
/** What a requester may do with a calendar, from the least to the most. */
export const ROLES = ["free_busy", "reader", "writer", "manager", "owner"] as const;
export const Role = oneOf(...ROLES);
export type Role = Static<typeof Role>;

export const CalendarVisibility = oneOf("private", "shared", "public");
export const CalendarStatus = oneOf("active", "archived");
export const EventStatus = oneOf("confirmed", "tentative", "cancelled");
export const EventVisibility = oneOf("default", "public", "private");
export const BusyStatus = oneOf("busy", "free");
export const AttendeeKind = oneOf("organizer", "required", "optional", "resource");
export const ResponseStatus = oneOf("accepted", "declined", "tentative", "needs_action", "unknown");
export type ResponseStatus = Static<typeof ResponseStatus>;
const STATUSES = ["pending", "leased", "sent", "acked", "failed", "dead"] as const;
export const OutboxStatus = oneOf(...STATUSES);
const OPERATIONS = ["create", "update", "cancel", "respond"] as const;
export const OutboxOperation = oneOf(...OPERATIONS);
export type OutboxOperation = Static<typeof OutboxOperation>;
export const Provider = oneOf("local", "caldav", "smtp");

const free = (description: string) => T.Record(T.String(), T.Unknown(), { description });

/** A text that an answer always has. */
const text = always(T.String());

export const Calendar = T.Object({
  id: T.String({ description: "Its id" }),
  accountId: words("The account whose provider has it too; `local` where there is none"),
  name: T.String({ description: "Its name" }),
  description: described(text, "A description for people"),
  color: described(text, "A color, by name or as #3a7bd5"),
  timezone: words("As IANA spells it"),
  ownerId: T.String({ description: "Id of the owner" }),
  ownerType: described(oneOf("agent", "user"), "What the owner is"),
  providerCalendarId: described(text, "The provider's id of the calendar"),
  role: described(Role, "What this key may do with it"),
  isDefault: T.Boolean({ description: "Whether it is the default" }),
  visibility: described(CalendarVisibility, "Who sees it"),
  status: described(CalendarStatus, "Its status"),
  metadata: free("What else is known of it"),
  createdAt: time("When it was made"),
  updatedAt: time("When it was last changed"),
  lastSyncedAt: always(time("When the provider was last asked for it")),
});
export type Calendar = Static<typeof Calendar>;

/** Somebody whom a calendar is shared with. */
export const Member = T.Object({
  id: T.String({ description: "Its id" }),
  type: described(oneOf("agent", "user"), "Its type"),
  relation: described(Relation, "What they may do"),
  createdAt: time("Since when"),
  updatedAt: time("When the relation last changed"),
});
export type Member = Static<typeof Member>;

export const Attendee = T.Object({
  id: T.String({ description: "Its id" }),
  eventId: T.String({ description: "Id of the event" }),
  agentId: described(text, "Id of the agent"),
  contactId: described(text, "Id of the contact"),
  displayName: described(text, "The name that people see"),
  email: described(text, "E-mail address"),
  normalizedEmail: always(words("Trimmed and in lower case: what is compared")),
  platformIdentityId: described(text, "Id of the identity on the platform"),
  providerAttendeeId: described(text, "The provider's id of the attendee"),
  kind: described(AttendeeKind, "Its kind"),
  responseStatus: described(ResponseStatus, "The answer to the invitation"),
  raw: free("Parameters of the iCalendar property that mean nothing here"),
  createdAt: time("When it was added"),
  updatedAt: time("When it was last changed"),
});
export type Attendee = Static<typeof Attendee>;

export const Redaction = oneOf("full_local", "redacted");

export const Event = T.Object({
  id: words("Of an occurrence: `<event>@<originalStartAt>`"),
  uid: T.String({ description: "UID of the event in iCalendar" }),
  icalUid: T.String({ description: "UID of the event in iCalendar" }),
  accountId: T.String({ description: "Id of the account" }),
  calendarId: T.String({ description: "Id of the calendar" }),
  seriesId: always(words("Of an occurrence: the event that recurs")),
  etag: described(text, "The provider's version of it"),
  title: T.String({ description: "A title for people" }),
  description: described(text, "A description for people"),
  location: described(text, "The place"),
  providerEventId: described(text, "The provider's id of the event"),
  providerRecurringEventId: described(text, "The provider's id of the series"),
  recurrenceRule: always(words("An RRULE of iCalendar")),
  startTimezone: described(text, "Time zone in which it starts, as IANA spells it"),
  endTimezone: described(text, "Time zone in which it ends, as IANA spells it"),
  creatorAgentId: described(text, "Id of the agent that created it"),
  creatorContactId: described(text, "Id of the contact that created it"),
  creatorPlatformIdentityId: described(text, "Id of the identity that created it"),
  organizerAgentId: described(text, "Id of the agent that organizes it"),
  organizerContactId: described(text, "Id of the contact that organizes it"),
  organizerPlatformIdentityId: described(text, "Id of the identity that organizes it"),
  allDay: T.Boolean({
    description: "Whole days, the same in every time zone: startAt and endAt are their dates at midnight UTC",
  }),
  startAt: time("When it begins"),
  endAt: time("When it ends; of whole days, the day after the last"),
  originalStartAt: always(time("Of an occurrence: when the rule has it begin")),
  createdAt: time("When it was made"),
  updatedAt: time("When it was last changed"),
  deletedAt: always(time("When it was cancelled, or deleted at the provider")),
  sequence: T.Integer({ description: "Counts the changes that are told to attendees" }),
  busyStatus: described(BusyStatus, "Whether the time counts as busy"),
  status: described(EventStatus, "Its status"),
  visibility: described(EventVisibility, "Who sees it"),
  descriptionRedactionStatus: described(Redaction, "Whether the description is shown whole"),
  locationRedactionStatus: described(Redaction, "Whether the place is shown whole"),
  recurrence: free("`exdates` and `rdates`: occurrences left out and added, by their begin in Unix milliseconds"),
  providerProvenance: free("Where it was taken from, if it was"),
  safePayload: free("What its iCalendar text says that means nothing here, kept for when it goes out again"),
  attendees: T.Array(Attendee, { description: "Who is invited, and what they answered" }),
});
export type Event = Static<typeof Event>;

export const OutboxEntry = T.Object({
  id: T.String({ description: "Its id" }),
  accountId: T.String({ description: "Id of the account" }),
  calendarId: T.String({ description: "Id of the calendar" }),
  eventId: T.String({ description: "Id of the event" }),
  operation: described(OutboxOperation, "What is done at the provider"),
  status: described(OutboxStatus, "Its status"),
  idempotencyKey: T.String({ description: "The key under which it is done once" }),
  attemptCount: T.Integer({ description: "Attempts so far" }),
  lastErrorCode: described(text, "Why the last attempt failed, for programs"),
  payload: free("What there is to deliver"),
  providerResult: free("What the provider answered"),
  createdAt: time("When it was staged"),
  updatedAt: time("When it last changed"),
  nextAttemptAt: always(time("When it is tried next")),
});
export type OutboxEntry = Static<typeof OutboxEntry>;
/** The entry that holds an answer; the specification has no answer without one, and none that is null. */
export const AnswerEntry = T.Object({
  ...OutboxEntry.properties,
  operation: always(described(oneOf(...OPERATIONS, ""), "What is done at the provider"), "", "there is no entry"),
  status: always(described(oneOf(...STATUSES, ""), "Its status"), "", "there is no entry"),
});
export type AnswerEntry = Static<typeof AnswerEntry>;
/** An event after a change, and the entry that tells those who are invited, where there is somebody to tell. */
export const ChangedEvent = T.Object({
  event: described(Event, "The event"),
  outbox: T.Optional(described(OutboxEntry, "The entry of the outbox")),
});
export type ChangedEvent = Static<typeof ChangedEvent>;

const server = (description: string) =>
  url({ like: "https://dav.example.com/", server: true, maxLength: 2000, description });

/** How a server is reached, without its secret; which of it an account has is up to its provider. */
export const AccountConfig = T.Object(
  {
    url: T.Optional(server("caldav: the server, like https://dav.example.com/")),
    calendarUrl: T.Optional(server("caldav: the one calendar to keep, instead of all")),
    username: T.Optional(
      T.String({
        minLength: 1,
        maxLength: 256,
        pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f:]+$",
        description: "Who one is there",
      }),
    ),
    host: T.Optional(T.String({ minLength: 1, maxLength: 253, description: "smtp: the mail server" })),
    port: T.Optional(
      T.Integer({ minimum: 1, maximum: 65_535, description: "smtp: 465 where it is secure, else 587, unless said" }),
    ),
    secure: T.Optional(
      T.Boolean({ description: "smtp: TLS from the first byte, which is so unless said; else by STARTTLS" }),
    ),
    from: T.Optional(email({ description: "smtp: the sender's address, like calendar@example.com" })),
  },
  { description: "How its server is reached" },
);
export type AccountConfig = Static<typeof AccountConfig>;
/** Why nothing of an account goes on, until somebody sees to it. */
export const StopReason = oneOf(
  "unauthorized",
  "connection_missing",
  "connection_disabled",
  "secret_unavailable",
  "misconfigured",
);
export type StopReason = Static<typeof StopReason>;

export const Account = T.Object({
  id: T.String({ description: "Its id" }),
  provider: described(Provider, "The provider"),
  connection: T.Optional(words("The connection that has its secret")),
  config: AccountConfig,
  ownerId: words("Whose the calendars are that are taken over from it"),
  ownerType: described(oneOf("agent", "user"), "What the owner is"),
  status: described(oneOf("active", "stopped"), "Its status"),
  statusReason: T.Optional(described(StopReason, "Why it has this status")),
  createdAt: time("When it was made"),
  updatedAt: time("When it was last changed"),
  lastSyncedAt: T.Optional(time("When what has changed at its provider was last taken over")),
  lastTriedAt: T.Optional(time("When a pull last came to nothing")),
  lastError: T.Optional(words("Why the pull since then came to nothing")),
});
export type Account = Static<typeof Account>;

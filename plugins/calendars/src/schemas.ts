import { oneOf, type Static, T } from "@postern/core";
import type { EndsLater } from "@postern/core/presentation";
import { always, described, email, endsLater, url } from "@postern/kit/fields";
import type { Columns } from "@postern/kit/paging";
import { StopReason } from "./stop-reason.ts";

const time = (description: string) => T.Integer({ description: `${description}, Unix milliseconds` });
const words = (description: string) => T.String({ description });

export const Relation = oneOf("manager", "writer", "reader", "free_busy");
export type Relation = Static<typeof Relation>;
/** Roles of a caller in a calendar, in ascending order. */
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

/** A string that is always present in responses. */
const text = always(T.String());

export const Calendar = T.Object({
  id: T.String({ description: "Calendar id" }),
  accountId: words("Account that the calendar belongs to; `local` if it exists only on this gateway"),
  name: T.String({ description: "Calendar name" }),
  description: described(text, "Calendar description"),
  color: described(text, "Color, as a name or in hexadecimal like #3a7bd5"),
  timezone: words("IANA time zone, such as Europe/Berlin"),
  ownerId: T.String({ description: "Id of the owner" }),
  ownerType: described(oneOf("agent", "user"), "Type of the owner"),
  providerCalendarId: described(text, "Id of the calendar at the provider"),
  role: described(Role, "The caller's role in the calendar"),
  isDefault: T.Boolean({ description: "Whether this is the owner's default calendar" }),
  visibility: described(CalendarVisibility, "Who can see the calendar"),
  status: described(CalendarStatus, "Calendar status"),
  metadata: free("Additional metadata"),
  createdAt: time("When the calendar was created"),
  updatedAt: time("When the calendar was last changed"),
  lastSyncedAt: always(time("When the calendar was last synchronized with the provider")),
});
export type Calendar = Static<typeof Calendar>;

/** An agent or user that a calendar is shared with. */
export const Member = T.Object({
  id: T.String({ description: "Id of the agent or user" }),
  type: described(oneOf("agent", "user"), "Type of the member"),
  relation: described(Relation, "Access level of the member"),
  createdAt: time("When the calendar was shared with the member"),
  updatedAt: time("When the access level last changed"),
});
export type Member = Static<typeof Member>;
/** The columns of a list of members. */
export const memberColumns: Columns<typeof Member> = {
  id: "id",
  type: "plain",
  relation: "plain",
  createdAt: ["ago", 1],
};

export const Attendee = T.Object({
  id: T.String({ description: "Attendee id" }),
  eventId: T.String({ description: "Id of the event" }),
  agentId: described(text, "Id of the agent"),
  contactId: described(text, "Id of the contact"),
  displayName: described(text, "Display name"),
  email: described(text, "E-mail address"),
  normalizedEmail: always(words("E-mail address in lower case without surrounding spaces, used for comparison")),
  platformIdentityId: described(text, "Id of the identity on the platform"),
  providerAttendeeId: described(text, "Id of the attendee at the provider"),
  kind: described(AttendeeKind, "Kind of attendee"),
  responseStatus: described(ResponseStatus, "Response to the invitation"),
  raw: free("Parameters of the iCalendar property that Postern does not interpret"),
  createdAt: time("When the attendee was added"),
  updatedAt: time("When the attendee was last changed"),
});
export type Attendee = Static<typeof Attendee>;

export const Redaction = oneOf("full_local", "redacted");

export const Event = T.Object({
  id: words("Event id; `<event>@<originalStartAt>` for an occurrence of a series"),
  uid: T.String({ description: "UID of the event in iCalendar" }),
  icalUid: T.String({ description: "UID of the event in iCalendar" }),
  accountId: T.String({ description: "Id of the account" }),
  calendarId: T.String({ description: "Id of the calendar" }),
  seriesId: always(words("For an occurrence, the id of its series")),
  etag: described(text, "Version of the event at the provider"),
  title: T.String({ description: "Event title" }),
  description: described(text, "Event description"),
  location: described(text, "Event location"),
  providerEventId: described(text, "Id of the event at the provider"),
  providerRecurringEventId: described(text, "Id of the series at the provider"),
  recurrenceRule: always(words("Recurrence rule, as an iCalendar RRULE")),
  startTimezone: described(text, "IANA time zone of the start"),
  endTimezone: described(text, "IANA time zone of the end"),
  creatorAgentId: described(text, "Id of the agent that created the event"),
  creatorContactId: described(text, "Id of the contact that created the event"),
  creatorPlatformIdentityId: described(text, "Id of the identity that created the event"),
  organizerAgentId: described(text, "Id of the agent that organizes the event"),
  organizerContactId: described(text, "Id of the contact that organizes the event"),
  organizerPlatformIdentityId: described(text, "Id of the identity that organizes the event"),
  allDay: T.Boolean({
    description:
      "Whether the event lasts whole days, the same dates in every time zone. startAt and endAt are then midnight UTC",
  }),
  startAt: time("When the event starts"),
  endAt: time("When the event ends; for an all-day event, the day after the last day"),
  originalStartAt: always(time("For an occurrence, the start time that its series gives it")),
  createdAt: time("When the event was created"),
  updatedAt: time("When the event was last changed"),
  deletedAt: always(time("When the event was cancelled, or deleted at the provider")),
  sequence: T.Integer({ description: "Revision number; each change that attendees are notified of increases it" }),
  busyStatus: described(BusyStatus, "Whether the time counts as busy"),
  status: described(EventStatus, "Event status"),
  visibility: described(EventVisibility, "Who can see the event"),
  descriptionRedactionStatus: described(Redaction, "Whether the description is shown in full"),
  locationRedactionStatus: described(Redaction, "Whether the location is shown in full"),
  recurrence: free("`exdates` and `rdates`: start times of excluded and added occurrences, Unix milliseconds"),
  providerProvenance: free("Source that the event was imported from, if any"),
  safePayload: free("iCalendar data that Postern does not interpret, kept for export"),
  attendees: T.Array(Attendee, { description: "Attendees and their responses" }),
});
export type Event = Static<typeof Event>;

export const OutboxEntry = T.Object({
  id: T.String({ description: "Outbox entry id" }),
  accountId: T.String({ description: "Id of the account" }),
  calendarId: T.String({ description: "Id of the calendar" }),
  eventId: T.String({ description: "Id of the event" }),
  operation: described(OutboxOperation, "Operation at the provider"),
  status: described(OutboxStatus, "Delivery status"),
  idempotencyKey: T.String({ description: "Idempotency key of the delivery" }),
  attemptCount: T.Integer({ description: "Number of attempts so far" }),
  lastErrorCode: described(text, "Error code of the last failed attempt"),
  lastError: T.Optional(words("Error message of the last failed attempt")),
  payload: free("Data to deliver"),
  providerResult: free("Response of the provider"),
  createdAt: time("When the entry was created"),
  updatedAt: time("When the entry was last changed"),
  nextAttemptAt: always(time("When the next attempt is due")),
});
export type OutboxEntry = Static<typeof OutboxEntry>;
/** Where the end of a delivery is seen. A failed one is retried. */
export const deliveryEnds: Omit<EndsLater, "input"> = {
  what: "outbox entry",
  query: "calendars.outbox.show",
  state: "entry.status",
  good: ["acked", "sent"],
  bad: ["dead"],
  reason: "entry.lastErrorCode",
};
/**
 * The outbox entry of a response. The specification requires this object in every response, so it is empty instead of
 * null if there is no entry.
 */
export const AnswerEntry = T.Object({
  ...OutboxEntry.properties,
  operation: always(described(oneOf(...OPERATIONS, ""), "Operation at the provider"), "", "there is no entry"),
  status: always(described(oneOf(...STATUSES, ""), "Delivery status"), "", "there is no entry"),
});
export type AnswerEntry = Static<typeof AnswerEntry>;
/** An event after a change, with the outbox entry if anybody has to be notified. */
export const ChangedEvent = endsLater(
  T.Object({
    event: described(Event, "The event"),
    outbox: T.Optional(described(OutboxEntry, "The outbox entry")),
  }),
  { ...deliveryEnds, input: { id: "outbox.id" } },
);
export type ChangedEvent = Static<typeof ChangedEvent>;

const server = (description: string) =>
  url({ like: "https://dav.example.com/", server: true, maxLength: 2000, description });

/** Connection settings of a server without its secret. The provider determines which fields apply. */
export const AccountConfig = T.Object(
  {
    url: T.Optional(server("caldav: URL of the server, such as https://dav.example.com/")),
    calendarUrl: T.Optional(server("caldav: URL of a single calendar to synchronize instead of all calendars")),
    username: T.Optional(
      T.String({
        minLength: 1,
        maxLength: 256,
        pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f:]+$",
        description: "User name for the server",
      }),
    ),
    host: T.Optional(T.String({ minLength: 1, maxLength: 253, description: "smtp: host name of the mail server" })),
    port: T.Optional(
      T.Integer({
        minimum: 1,
        maximum: 65_535,
        description: "smtp: port; by default 465 if `secure` is true, otherwise 587",
      }),
    ),
    secure: T.Optional(T.Boolean({ description: "smtp: true (the default) for implicit TLS, false for STARTTLS" })),
    from: T.Optional(
      email({
        description:
          "smtp: address of the sender, such as calendar@example.com; caldav: address of the organizer, if the server does not name one",
      }),
    ),
  },
  { description: "Connection settings of the server" },
);
export type AccountConfig = Static<typeof AccountConfig>;
export const Account = T.Object({
  id: T.String({ description: "Account id" }),
  provider: described(Provider, "Provider of the account"),
  connection: T.Optional(words("Credentials connection that holds the account's secret")),
  config: AccountConfig,
  isPrivate: T.Optional(
    T.Boolean({ description: "Whether its server may be at a private address, because an admin named it" }),
  ),
  ownerId: words("Id of the owner of the account and of the calendars imported from it"),
  ownerType: described(oneOf("agent", "user"), "Type of the owner"),
  createdBy: T.Optional(
    words("Id of the context that set it up and with which it ends; absent if it ends with no key"),
  ),
  status: described(oneOf("active", "stopped"), "Account status"),
  statusReason: T.Optional(described(StopReason, "Why the account is stopped")),
  createdAt: time("When the account was created"),
  updatedAt: time("When the account was last changed"),
  lastSyncedAt: T.Optional(time("When the account was last synchronized")),
  lastTriedAt: T.Optional(time("When a synchronization last failed")),
  lastError: T.Optional(words("Error message of the last failed synchronization")),
});
export type Account = Static<typeof Account>;

import { type Caller, defineEvent, isTheirs, type Reads, T } from "@postern/core";
import { isAccountOf } from "./account.ts";
import { atLeast, roleOf } from "./calendar.ts";
import { type AccountRecord, accounts, calendars } from "./collections.ts";
import { Account, OutboxEntry, ResponseStatus, type Role, StopReason } from "./schemas.ts";

/*
 * Events name what changed and do not show it: who may read the group need not see each calendar. Their subject is the
 * calendar, so a grant narrowed to one hears of that one.
 */
const subject = ({ calendarId }: { calendarId: string }) => calendarId;

interface Who {
  readonly caller: Caller;
  readonly store: Reads;
}

/** As `calendars.show` and `calendars.events.show` answer. */
const visibleTo =
  (needed: Role) =>
  async ({ caller, store }: Who, { calendarId }: { calendarId: string }) => {
    const calendar = await store.get(calendars, calendarId);
    const role = calendar && roleOf(caller, calendar);
    return role !== undefined && atLeast(role, needed);
  };
const [calendarVisible, eventVisible] = [visibleTo("free_busy"), visibleTo("reader")];
const calendar = T.Object({ calendarId: T.String() });
const event = T.Object({ calendarId: T.String(), eventId: T.String(), sequence: T.Integer() });
const calendarWas = (past: string) => ({
  summary: `A calendar was ${past}`,
  data: calendar,
  subject,
  visible: calendarVisible,
});
const eventWas = (past: string) => ({ summary: `An event was ${past}`, data: event, subject, visible: eventVisible });

export const calendarCreated = defineEvent("calendars.calendar.created", calendarWas("created"));
export const calendarUpdated = defineEvent("calendars.calendar.updated", calendarWas("changed"));
export const calendarArchived = defineEvent("calendars.calendar.archived", calendarWas("archived"));
export const calendarUnarchived = defineEvent(
  "calendars.calendar.unarchived",
  calendarWas("taken back from the archive"),
);
export const calendarShared = defineEvent("calendars.calendar.shared", {
  summary: "A calendar was shared with somebody, or otherwise than before",
  data: T.Object({ calendarId: T.String(), with: T.String(), relation: T.String() }),
  subject,
  visible: calendarVisible,
});
export const calendarUnshared = defineEvent("calendars.calendar.unshared", {
  summary: "A calendar is not shared with somebody any more",
  data: T.Object({ calendarId: T.String(), with: T.String() }),
  subject,
  visible: calendarVisible,
});
export const calendarImported = defineEvent("calendars.calendar.imported", {
  summary: "Events were taken into a calendar from iCalendar text",
  data: T.Object({ calendarId: T.String(), created: T.Integer(), updated: T.Integer(), skipped: T.Integer() }),
  subject,
  visible: calendarVisible,
});

export const eventCreated = defineEvent("calendars.event.created", eventWas("created"));
export const eventUpdated = defineEvent("calendars.event.updated", eventWas("changed"));
export const eventCancelled = defineEvent("calendars.event.cancelled", eventWas("cancelled"));
export const eventRestored = defineEvent("calendars.event.restored", eventWas("taken back after it was cancelled"));
export const eventResponded = defineEvent("calendars.event.responded", {
  summary: "Whether an attendee comes was recorded",
  data: T.Object({
    calendarId: T.String(),
    eventId: T.String(),
    attendeeId: T.String(),
    responseStatus: ResponseStatus,
    outboxId: T.String(),
  }),
  subject,
  visible: eventVisible,
});

export const eventsChanged = defineEvent("calendars.events.changed", {
  summary: "Events changed together, without events of their own: by an import, or occurrences with their series",
  data: T.Object({ calendarId: T.String(), eventIds: T.Array(T.String()) }),
  subject,
  visible: eventVisible,
});

export const outboxStaged = defineEvent("calendars.outbox.staged", {
  summary: "Something is to be delivered to a provider",
  data: T.Pick(OutboxEntry, ["id", "accountId", "calendarId", "eventId", "operation", "status"]),
  subject,
  visible: eventVisible,
});

const ofOutbox = { outboxId: T.String(), accountId: T.String(), calendarId: T.String(), eventId: T.String() };

export const outboxDelivered = defineEvent("calendars.outbox.delivered", {
  summary: "A provider has taken what there was to tell",
  data: T.Object({ ...ofOutbox, status: OutboxEntry.properties.status, attemptCount: T.Integer() }),
  subject,
  visible: eventVisible,
});
export const outboxFailed = defineEvent("calendars.outbox.failed", {
  summary: "An attempt to tell a provider failed; it is told when there is another",
  data: T.Object({
    ...ofOutbox,
    attemptCount: T.Integer(),
    lastErrorCode: T.String(),
    nextAttemptAt: T.Optional(T.Integer({ description: "Absent while the account is stopped" })),
  }),
  subject,
  visible: eventVisible,
});
export const outboxDied = defineEvent("calendars.outbox.died", {
  summary: "What there was to tell a provider is given up",
  data: T.Object({ ...ofOutbox, attemptCount: T.Integer(), lastErrorCode: T.String() }),
  subject,
  visible: eventVisible,
});
export const outboxRetried = defineEvent("calendars.outbox.retried", {
  summary: "Something is to be delivered to a provider now, with all its attempts before it",
  data: T.Object(ofOutbox),
  subject,
  visible: eventVisible,
});

const account = T.Object({ account: Account });
const accountSubject = ({ account }: { account: { id: string } }) => account.id;

/** As `calendars.accounts.show` answers. */
const accountVisible = ({ caller }: Who, { account }: { account: AccountRecord }) =>
  isAccountOf(caller, account, "read");
async function namedVisible({ caller, store }: Who, { accountId }: { accountId: string }): Promise<boolean> {
  const account = await store.get(accounts, accountId);
  return account ? isAccountOf(caller, account, "read") : caller.isAdmin;
}

export const accountCreated = defineEvent("calendars.account.created", {
  summary: "An account at a provider was made known",
  data: account,
  subject: accountSubject,
  visible: accountVisible,
});
export const accountUpdated = defineEvent("calendars.account.updated", {
  summary: "An account is reached otherwise",
  data: account,
  subject: accountSubject,
  visible: accountVisible,
});
export const accountStopped = defineEvent("calendars.account.stopped", {
  summary: "Nothing of an account goes on, until somebody sees to it",
  data: T.Object({ account: Account, reason: StopReason }),
  subject: accountSubject,
  visible: accountVisible,
});
export const accountResumed = defineEvent("calendars.account.resumed", {
  summary: "An account that was stopped goes on",
  data: account,
  subject: accountSubject,
  visible: accountVisible,
});
export const accountRemoved = defineEvent("calendars.account.removed", {
  summary: "An account was removed; its calendars are kept here alone",
  data: T.Object({
    accountId: T.String(),
    ownerId: T.Optional(T.String({ description: "The principal that it belonged to" })),
    calendars: T.Integer(),
    discarded: T.Integer(),
  }),
  subject: ({ accountId }: { accountId: string }) => accountId,
  visible: ({ caller }, { accountId, ownerId }) => isTheirs(caller, "calendars:read", { id: accountId, ownerId }),
});
export const accountFailed = defineEvent("calendars.account.failed", {
  summary: "What has changed at a provider could not be taken over",
  data: T.Object({ accountId: T.String(), code: T.String(), reason: T.String() }),
  subject: ({ accountId }: { accountId: string }) => accountId,
  visible: namedVisible,
});
export const accountSynced = defineEvent("calendars.account.synced", {
  summary: "What has changed at a provider was taken over",
  data: T.Object({ accountId: T.String(), created: T.Integer(), updated: T.Integer(), deleted: T.Integer() }),
  subject: ({ accountId }: { accountId: string }) => accountId,
  visible: namedVisible,
});

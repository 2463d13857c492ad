import { type Caller, defineEvent, type Reads, T } from "@postern/core";
import { canAccess } from "@postern/kit/access";
import { isAccountOf } from "./account.ts";
import { atLeast, roleOf } from "./calendar.ts";
import { type AccountRecord, accounts, calendars } from "./collections.ts";
import { Account, OutboxEntry, ResponseStatus, type Role } from "./schemas.ts";
import { StopReason } from "./stop-reason.ts";

/*
 * Events contain ids and no content, because a caller that may read the group need not have access to each calendar.
 * Their subject is the calendar, so a grant limited to a calendar covers its events.
 */
const subject = ({ calendarId }: { calendarId: string }) => calendarId;

interface Viewer {
  readonly caller: Caller;
  readonly store: Reads;
}

/** The same access as for `calendars.show` and `calendars.events.show`. */
const visibleTo =
  (needed: Role) =>
  async ({ caller, store }: Viewer, { calendarId }: { calendarId: string }) => {
    const calendar = await store.get(calendars, calendarId);
    const role = calendar && roleOf(caller, calendar);
    return role !== undefined && atLeast(role, needed);
  };
const [calendarVisible, eventVisible] = [visibleTo("free_busy"), visibleTo("reader")];
const calendar = T.Object({ calendarId: T.String() });
const event = T.Object({ calendarId: T.String(), eventId: T.String(), sequence: T.Integer() });
const changeOfCalendar = (past: string) => ({
  summary: `A calendar was ${past}`,
  data: calendar,
  subject,
  visible: calendarVisible,
});
const changeOfEvent = (past: string) => ({
  summary: `An event was ${past}`,
  data: event,
  subject,
  visible: eventVisible,
});

export const calendarCreated = defineEvent("calendars.calendar.created", changeOfCalendar("created"));
export const calendarUpdated = defineEvent("calendars.calendar.updated", changeOfCalendar("updated"));
export const calendarArchived = defineEvent("calendars.calendar.archived", changeOfCalendar("archived"));
export const calendarUnarchived = defineEvent("calendars.calendar.unarchived", changeOfCalendar("unarchived"));
export const calendarShared = defineEvent("calendars.calendar.shared", {
  summary: "A calendar was shared with a member, or the access level of a member was changed",
  data: T.Object({ calendarId: T.String(), with: T.String(), relation: T.String() }),
  subject,
  visible: calendarVisible,
});
export const calendarUnshared = defineEvent("calendars.calendar.unshared", {
  summary: "A calendar is no longer shared with a member",
  data: T.Object({ calendarId: T.String(), with: T.String() }),
  subject,
  visible: calendarVisible,
});
export const calendarImported = defineEvent("calendars.calendar.imported", {
  summary: "Events were imported into a calendar from iCalendar text",
  data: T.Object({ calendarId: T.String(), created: T.Integer(), updated: T.Integer(), skipped: T.Integer() }),
  subject,
  visible: calendarVisible,
});

export const eventCreated = defineEvent("calendars.event.created", changeOfEvent("created"));
export const eventUpdated = defineEvent("calendars.event.updated", changeOfEvent("updated"));
export const eventCancelled = defineEvent("calendars.event.cancelled", changeOfEvent("cancelled"));
export const eventRestored = defineEvent("calendars.event.restored", changeOfEvent("restored after cancellation"));
export const eventResponded = defineEvent("calendars.event.responded", {
  summary: "The response of an attendee was recorded",
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
  summary: "Several events were changed together, by an import or with their series",
  data: T.Object({ calendarId: T.String(), eventIds: T.Array(T.String()) }),
  subject,
  visible: eventVisible,
});

export const outboxStaged = defineEvent("calendars.outbox.staged", {
  summary: "An outbox entry was created for delivery to a provider",
  data: T.Pick(OutboxEntry, ["id", "accountId", "calendarId", "eventId", "operation", "status"]),
  subject,
  visible: eventVisible,
});

const ofOutbox = { outboxId: T.String(), accountId: T.String(), calendarId: T.String(), eventId: T.String() };

export const outboxDelivered = defineEvent("calendars.outbox.delivered", {
  summary: "An outbox entry was delivered to a provider",
  data: T.Object({ ...ofOutbox, status: OutboxEntry.properties.status, attemptCount: T.Integer() }),
  subject,
  visible: eventVisible,
});
export const outboxFailed = defineEvent("calendars.outbox.failed", {
  summary: "A delivery attempt failed and will be retried",
  data: T.Object({
    ...ofOutbox,
    attemptCount: T.Integer(),
    lastErrorCode: T.String(),
    nextAttemptAt: T.Optional(
      T.Integer({
        description: "When the next attempt is due, Unix milliseconds; absent while the account is stopped",
      }),
    ),
  }),
  subject,
  visible: eventVisible,
});
export const outboxDied = defineEvent("calendars.outbox.died", {
  summary: "An outbox entry failed permanently or was discarded",
  data: T.Object({ ...ofOutbox, attemptCount: T.Integer(), lastErrorCode: T.String() }),
  subject,
  visible: eventVisible,
});
export const outboxRetried = defineEvent("calendars.outbox.retried", {
  summary: "An outbox entry is being retried with its attempt count reset",
  data: T.Object(ofOutbox),
  subject,
  visible: eventVisible,
});

const account = T.Object({ account: Account });
const accountSubject = ({ account }: { account: { id: string } }) => account.id;

/** The same access as for `calendars.accounts.show`. */
const accountVisible = ({ caller }: Viewer, { account }: { account: AccountRecord }) =>
  isAccountOf(caller, account, "read");
async function namedVisible({ caller, store }: Viewer, { accountId }: { accountId: string }): Promise<boolean> {
  const account = await store.get(accounts, accountId);
  return account ? isAccountOf(caller, account, "read") : caller.isAdmin;
}

export const accountCreated = defineEvent("calendars.account.created", {
  summary: "An account was created",
  data: account,
  subject: accountSubject,
  visible: accountVisible,
});
export const accountUpdated = defineEvent("calendars.account.updated", {
  summary: "An account was updated",
  data: account,
  subject: accountSubject,
  visible: accountVisible,
});
export const accountStopped = defineEvent("calendars.account.stopped", {
  summary: "An account was stopped until its configuration or connection is fixed",
  data: T.Object({ account: Account, reason: StopReason }),
  subject: accountSubject,
  visible: accountVisible,
});
export const accountResumed = defineEvent("calendars.account.resumed", {
  summary: "An account was resumed",
  data: account,
  subject: accountSubject,
  visible: accountVisible,
});
export const accountRemoved = defineEvent("calendars.account.removed", {
  summary: "An account was removed; its calendars remain on this gateway",
  data: T.Object({
    accountId: T.String(),
    ownerId: T.Optional(T.String({ description: "Principal that owned the account" })),
    calendars: T.Integer(),
    discarded: T.Integer(),
  }),
  subject: ({ accountId }: { accountId: string }) => accountId,
  visible: ({ caller }, { accountId, ownerId }) => canAccess(caller, "calendars:read", { id: accountId, ownerId }),
});
export const accountFailed = defineEvent("calendars.account.failed", {
  summary: "An account could not be synchronized with its provider",
  data: T.Object({ accountId: T.String(), code: T.String(), reason: T.String() }),
  subject: ({ accountId }: { accountId: string }) => accountId,
  visible: namedVisible,
});
export const accountSynced = defineEvent("calendars.account.synced", {
  summary: "An account was synchronized with its provider",
  data: T.Object({ accountId: T.String(), created: T.Integer(), updated: T.Integer(), deleted: T.Integer() }),
  subject: ({ accountId }: { accountId: string }) => accountId,
  visible: namedVisible,
});

import { defineEvent, T } from "@postern/core";
import { OutboxEntry, ResponseStatus } from "./schemas.ts";

/*
 * Events name what changed and do not show it: who may read the group need not see each calendar. Their subject is the
 * calendar, so a grant narrowed to one hears of that one.
 */
const subject = ({ calendarId }: { calendarId: string }) => calendarId;
const calendar = T.Object({ calendarId: T.String() });
const event = T.Object({ calendarId: T.String(), eventId: T.String(), sequence: T.Integer() });
const calendarWas = (past: string) => ({ summary: `A calendar was ${past}`, data: calendar, subject });
const eventWas = (past: string) => ({ summary: `An event was ${past}`, data: event, subject });

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
});
export const calendarUnshared = defineEvent("calendars.calendar.unshared", {
  summary: "A calendar is not shared with somebody any more",
  data: T.Object({ calendarId: T.String(), with: T.String() }),
  subject,
});
export const calendarImported = defineEvent("calendars.calendar.imported", {
  summary: "Events were taken into a calendar from iCalendar text",
  data: T.Object({ calendarId: T.String(), created: T.Integer(), updated: T.Integer(), skipped: T.Integer() }),
  subject,
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
});

export const outboxStaged = defineEvent("calendars.outbox.staged", {
  summary: "Something is to be delivered to a provider",
  data: T.Pick(OutboxEntry, ["id", "accountId", "calendarId", "eventId", "operation", "status"]),
  subject,
});

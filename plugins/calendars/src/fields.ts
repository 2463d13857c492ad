import { T } from "@postern/core";
import { email, localTime, refersTo, timeZone } from "@postern/kit/fields";

/** Input fields of operations. */
const calendars = { list: "calendars.list", names: ["name"] };
export const CalendarId = refersTo(T.String({ minLength: 1, maxLength: 128, description: "Calendar id" }), calendars);
/** An archived calendar. */
export const ArchivedId = refersTo(CalendarId, { ...calendars, input: { status: "archived" } });
export const EventRef = refersTo(
  T.String({
    minLength: 1,
    maxLength: 160,
    description: "Event id; for one occurrence of a series, `<event>@<originalStartAt>`",
  }),
  { list: "calendars.events.list", names: ["title"] },
);
export const NewAccountId = T.String({
  minLength: 1,
  maxLength: 64,
  pattern: "^[a-z0-9][a-z0-9_-]{0,63}$",
  description: "Account id; use `local` for calendars that exist only on this gateway",
});
export const ConnectionText = T.String({
  minLength: 1,
  maxLength: 200,
  description: "Name or id of the credentials connection that holds the account's secret",
});
/** An existing account. */
export const AccountId = refersTo(NewAccountId, { list: "calendars.accounts.list" });
export const OutboxId = refersTo(T.String({ minLength: 1, maxLength: 128, description: "Outbox entry id" }), {
  list: "calendars.outbox.list",
});
export const AgentId = T.String({ minLength: 1, maxLength: 128, description: "Agent id" });
export const Email = email({ description: "An e-mail address" });
/** For finding an attendee: an invalid address is not an error but is not found. */
export const EmailText = T.String({ minLength: 3, maxLength: 254, description: "An e-mail address" });
export const Name = T.String({ minLength: 1, maxLength: 200, pattern: "\\S" });
export const Description = T.String({ maxLength: 2000, description: "Calendar description; empty for none" });
export const Color = T.String({
  maxLength: 7,
  pattern: "^(#[0-9A-Fa-f]{6})?$",
  description: "Color in hexadecimal, such as #3a7bd5; empty for none",
});
const zone = (description: string) => timeZone({ description });
export const Zone = zone("IANA time zone, such as Europe/Berlin");
export const CalendarZone = zone("IANA time zone of the calendar; existing events keep their own");
export const StartZone = zone(
  "IANA time zone of the start and of the recurrence, such as Europe/Berlin; the calendar's time zone by default",
);
export const EndZone = zone("IANA time zone of the end; the time zone of the start by default");
export const Title = T.String({ minLength: 1, maxLength: 1000, pattern: "\\S" });
export const Text = T.String({ maxLength: 65_536, description: "Event description; empty for none" });
export const Location = T.String({ maxLength: 2000, description: "Event location; empty for none" });
export const Rule = T.String({
  maxLength: 1000,
  description:
    "Recurrence rule as an iCalendar RRULE, such as FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10. Occurrences keep their local time: a time skipped by a daylight saving change moves forward by the skipped amount, a time that occurs twice means the first",
});
/** Accepted forms of a time. */
export const MILLISECONDS = "(0|-?[1-9][0-9]{0,15})";
export const DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
export const INSTANT = `${DATE}T[0-9]{2}:[0-9]{2}(:[0-5][0-9](\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})`;

/** A time, as read by `momentOf`. */
export const Moment = T.Unsafe<string | number>({
  type: ["string", "integer"],
  minLength: 1,
  maxLength: 40,
  pattern: `^(${MILLISECONDS}|${DATE}|${INSTANT})$`,
  "x-must":
    "must be a valid time: Unix milliseconds like 1795255200000, ISO 8601 with an offset like 2026-11-21T10:00:00+01:00, or a date like 2026-11-21",
  description:
    "Unix milliseconds, or ISO 8601 with an offset, such as 2026-11-21T10:00:00+01:00; a date such as 2026-11-21 for all-day events",
});
/** The time zone of the calendar in the input. */
export const calendarZone = {
  query: "calendars.show",
  from: { calendar: "calendar" },
  member: "calendar.timezone",
};
/** Limits of a window of time. */
export const windowFields = {
  from: localTime(Moment, { zone: [calendarZone], day: "start" }),
  to: localTime(Moment, { zone: [calendarZone], day: "start", after: ["from"] }),
};
export const Principal = T.String({
  maxLength: 136,
  pattern: "^(agent|user):[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$",
  description: "An agent or user, as agent:<id> or user:<context id>",
});
export const IdempotencyKey = T.String({
  minLength: 1,
  maxLength: 128,
  description: "Key chosen by the caller. A repeated call with the same key has no further effect; keys do not expire",
});

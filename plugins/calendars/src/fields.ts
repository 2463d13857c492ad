import { T } from "@postern/core";
import { email, timeZone } from "@postern/core/fields";

/** Fields as operations take them. */
export const CalendarId = T.String({ minLength: 1, maxLength: 128, description: "The calendar, by its id" });
export const EventRef = T.String({
  minLength: 1,
  maxLength: 160,
  description: "The event, by its id; one occurrence of a series as `<event>@<originalStartAt>`",
});
export const AccountId = T.String({
  minLength: 1,
  maxLength: 64,
  pattern: "^[a-z0-9][a-z0-9_-]{0,63}$",
  description: "The account; `local` for none",
});
export const ConnectionText = T.String({
  minLength: 1,
  maxLength: 200,
  description: "The connection of credentials that has its secret, by name or id",
});
export const OutboxId = T.String({ minLength: 1, maxLength: 128, description: "The outbox entry, by its id" });
export const AgentId = T.String({ minLength: 1, maxLength: 128, description: "An agent" });
export const Email = email({ description: "An e-mail address" });
/** By which somebody is looked for: whatever it is, it is found or not. */
export const EmailText = T.String({ minLength: 3, maxLength: 254, description: "An e-mail address" });
export const Name = T.String({ minLength: 1, maxLength: 200, pattern: "\\S" });
export const Description = T.String({ maxLength: 2000, description: "Empty for none" });
export const Color = T.String({
  maxLength: 7,
  pattern: "^(#[0-9A-Fa-f]{6})?$",
  description: "As #3a7bd5; empty for none",
});
const zone = (description: string) => timeZone({ description });
export const Zone = zone("A time zone as IANA spells it, such as Europe/Berlin");
export const CalendarZone = zone("Its own time zone, as IANA spells it; events keep theirs");
export const StartZone = zone(
  "That it begins in and recurs by, such as Europe/Berlin; the calendar's where it has none",
);
export const EndZone = zone("That it ends in; the one that it begins in where it has none");
export const Title = T.String({ minLength: 1, maxLength: 1000, pattern: "\\S" });
export const Text = T.String({ maxLength: 65_536, description: "Empty for none" });
export const Location = T.String({ maxLength: 2000, description: "Empty for none" });
export const Rule = T.String({
  maxLength: 1000,
  description:
    "How it recurs, as an RRULE of iCalendar: FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10. Times are of the clock on the wall: one that a change of the clock skips is as much later, one that comes twice is the first",
});
/** The forms of a moment. */
export const MILLISECONDS = "(0|-?[1-9][0-9]{0,15})";
export const DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
export const INSTANT = `${DATE}T[0-9]{2}:[0-9]{2}(:[0-5][0-9](\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})`;

/** A moment, as `momentOf` reads it. */
export const Moment = T.String({
  minLength: 1,
  maxLength: 40,
  pattern: `^(${MILLISECONDS}|${DATE}|${INSTANT})$`,
  "x-must":
    "must be a moment that there is: Unix milliseconds like 1795255200000, ISO 8601 with an offset like 2026-11-21T10:00:00+01:00, or a date like 2026-11-21",
  description:
    "Unix milliseconds, or ISO 8601 with an offset: 2026-11-21T10:00:00+01:00. Of whole days a date will do: 2026-11-21",
});
export const Principal = T.String({
  maxLength: 136,
  pattern: "^(agent|user):[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$",
  description: "Somebody, as agent:<id> or user:<context id>",
});
export const IdempotencyKey = T.String({
  minLength: 1,
  maxLength: 128,
  description: "The caller's own key: the same call again has no second effect, for good",
});

import { oneOf, T } from "@postern/core";
import { described, localTime, needsAny } from "@postern/kit/fields";
import { MAX_ATTENDEES } from "./attendee.ts";
import { AgentId, calendarZone, Email, EndZone, Location, Moment, Rule, StartZone, Text, Title } from "./fields.ts";
import { AttendeeKind, BusyStatus, EventVisibility } from "./schemas.ts";

/** Optional fields for creating and updating an event. */
export const optionalEventFields = {
  startTimezone: T.Optional(StartZone),
  endTimezone: T.Optional(EndZone),
  allDay: T.Optional(
    T.Boolean({
      description:
        "Whether the event lasts whole days; startAt and endAt are then dates, and endAt is the day after the last day",
    }),
  ),
  description: T.Optional(Text),
  location: T.Optional(Location),
  recurrenceRule: T.Optional(Rule),
  busyStatus: T.Optional(described(BusyStatus, "Whether the time counts as busy")),
  visibility: T.Optional(described(EventVisibility, "Who can see the event")),
  status: T.Optional(described(oneOf("confirmed", "tentative"), "Event status")),
};
/** Times of a new event. */
export const startAt = localTime(Moment, { zone: ["startTimezone", calendarZone] });
export const endAt = localTime(Moment, { zone: ["endTimezone", "startTimezone", calendarZone], after: ["startAt"] });

const inEvent = (name: string) => ({
  query: "calendars.events.show",
  from: { event: "event" },
  member: `event.${name}`,
});
/** Times of an existing event. */
export const newStartAt = localTime(Moment, {
  zone: ["startTimezone", inEvent("startTimezone")],
  on: [inEvent("startAt")],
});
export const newEndAt = localTime(Moment, {
  zone: ["endTimezone", "startTimezone", inEvent("endTimezone"), inEvent("startTimezone")],
  after: ["startAt", inEvent("startAt")],
});
export const title = described(Title, "Event title");

/** An attendee to invite. */
export const Invitee = T.Object(
  {
    agent: T.Optional(AgentId),
    email: T.Optional(Email),
    displayName: T.Optional(T.String({ description: "Display name", maxLength: 200 })),
    kind: T.Optional(described(AttendeeKind, "Kind of attendee")),
  },
  { additionalProperties: false, ...needsAny(["agent"], ["email"]) },
);
export const Invitees = T.Array(Invitee, {
  maxItems: MAX_ATTENDEES - 1,
  description: "Attendees to invite: agents of this gateway by id, others by e-mail address",
});

import { oneOf, T } from "@postern/core";
import { described, needsAny } from "@postern/core/fields";
import { MAX_ATTENDEES } from "./attendee.ts";
import { AgentId, Email, EndZone, Location, Moment, Rule, StartZone, Text, Title } from "./fields.ts";
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
export const startAt = Moment;
export const endAt = Moment;
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

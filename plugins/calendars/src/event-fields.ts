import { oneOf, T } from "@postern/core";
import { MOST_ATTENDEES } from "./attendee.ts";
import { AgentId, Email, EndZone, Location, Moment, Rule, StartZone, Text, Title } from "./fields.ts";
import { AttendeeKind, BusyStatus, EventVisibility } from "./schemas.ts";

/** What may be said of an event when it is made and when it is changed. */
export const saidOfEvent = {
  startTimezone: T.Optional(StartZone),
  endTimezone: T.Optional(EndZone),
  allDay: T.Optional(
    T.Boolean({
      description: "Whole days, the same in every time zone; startAt and endAt are dates, endAt the day after the last",
    }),
  ),
  description: T.Optional(Text),
  location: T.Optional(Location),
  recurrenceRule: T.Optional(Rule),
  busyStatus: T.Optional(BusyStatus),
  visibility: T.Optional(EventVisibility),
  status: T.Optional(oneOf("confirmed", "tentative")),
};
export const startAt = Moment;
export const endAt = Moment;
export const title = Title;

/** Somebody to invite. */
export const Invitee = T.Object(
  {
    agent: T.Optional(AgentId),
    email: T.Optional(Email),
    displayName: T.Optional(T.String({ maxLength: 200 })),
    kind: T.Optional(AttendeeKind),
  },
  { additionalProperties: false },
);
export const Invitees = T.Array(Invitee, {
  maxItems: MOST_ATTENDEES - 1,
  description: "Who is invited: agents of this gateway, others by e-mail",
});

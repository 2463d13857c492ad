import { oneOf, type Static, T } from "@postern/core";
import { described, localTime, timeZone, withDefault } from "@postern/kit/fields";
import { withView } from "@postern/kit/paging";
import { CalendarId, calendarZone, DATE } from "../fields.ts";
import { EventStatus } from "../schemas.ts";

const time = (description: string) => T.String({ description: `${description}, as local time like 09:30` });

export const DayEvent = T.Object({
  id: T.String({ description: "Event id; `<event>@<originalStartAt>` for an occurrence of a series" }),
  title: T.String({ description: "Event title" }),
  start: T.Optional(time("When it starts on this day; absent if it lasts all day or started on an earlier day")),
  end: T.Optional(time("When it ends on this day, at most 24:00; absent if it lasts all day or ends on a later day")),
  allDay: T.Boolean({ description: "Whether the event lasts whole days, the same dates in every time zone" }),
  startAt: T.Integer({ description: "When the event starts, Unix milliseconds" }),
  endAt: T.Integer({ description: "When the event ends, Unix milliseconds" }),
  status: described(EventStatus, "Event status"),
  calendarId: T.String({ description: "Id of the calendar" }),
  calendar: T.Optional(T.String({ description: "Name of the calendar; absent if the caller cannot see the calendar" })),
  location: T.Optional(T.String({ description: "Event location" })),
});
export type DayEvent = Static<typeof DayEvent>;

export const Day = T.Object({
  date: T.String({ description: "The day, as a date like 2026-11-24" }),
  total: T.Integer({ description: "Number of events on this day" }),
  events: T.Array(DayEvent, { description: "The first 100 events on this day: all-day ones, then by start time" }),
});

const members = {
  timezone: T.String({ description: "IANA time zone of the days and local times" }),
  today: T.String({ description: "The current day in this time zone, as a date like 2026-11-24" }),
  days: T.Array(Day, { description: "All days of the period, in chronological order" }),
};
const [days, zone, today] = ["days", "timezone", "today"] as const;
const view = {
  ...{ days, zone, today },
  ...{ date: "date", total: "total", events: "events", title: "title", start: "start", end: "end" },
  details: { location: "plain", calendar: "plain" },
} as const;

export const AgendaOutput = withView(T.Object(members), { kind: "agenda", ...view });
export const WeekOutput = withView(T.Object(members), { kind: "week", ...view });
export const MonthOutput = withView(
  T.Object({ ...members, month: T.String({ description: "The month, like 2026-11" }) }),
  { kind: "month", month: "month", ...view },
);

/** Input fields that the operations share. */
export const shared = {
  calendar: T.Optional(described(CalendarId, "Calendar id; all calendars that the caller can see by default")),
  timezone: T.Optional(
    timeZone({
      description:
        "IANA time zone of the days, such as Europe/Berlin; by default the calendar's, or else the gateway's",
    }),
  ),
};
const zones = { zone: ["timezone", calendarZone] };
export const dayField = (description: string) =>
  T.Optional(
    localTime(
      T.String({
        pattern: `^${DATE}$`,
        "x-must": "must be a date like 2026-11-24",
        description: `${description}, as a date like 2026-11-24; today by default`,
      }),
      zones,
    ),
  );
export const monthField = T.Optional(
  localTime(
    T.String({
      pattern: "^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$",
      "x-must": "must be a month like 2026-11, or a date like 2026-11-24",
      description: "The month like 2026-11, or a day in it like 2026-11-24; the current month by default",
    }),
    zones,
  ),
);
export const weekStart = withDefault(described(oneOf("monday", "sunday"), "First day of a week"), "monday");
export const startNumber = (name: "monday" | "sunday"): number => (name === "monday" ? 1 : 0);

import { defineQuery, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { listOf, nameField } from "@postern/kit/paging";
import { agendaOf } from "../agenda/agenda.ts";
import { namedEvents } from "../agenda/named.ts";
import { placesOf } from "../agenda/viewer.ts";
import { CalendarNotFound, RoleMissing, TooManyOccurrences } from "../errors.ts";
import { CalendarId, windowFields } from "../fields.ts";
import { group } from "../group.ts";
import { Event, EventStatus } from "../schemas.ts";
import { invalidField, windowOf } from "../time/moment.ts";

const ListedEvent = T.Object({
  ...Event.properties,
  calendar: T.Optional(T.String({ description: "Name of the calendar; absent if the caller cannot see the calendar" })),
});
const Events = listOf("events", ListedEvent, {
  id: ["id", 1],
  title: "text",
  startAt: "time",
  endAt: ["time", 1],
  allDay: ["plain", 3],
  calendar: ["text", 1],
  location: ["text", 3],
  status: ["status", 2],
  recurrenceRule: ["plain", 4],
});
const MAX_LENGTH = 3_660 * 86_400_000;

export const eventsList = defineQuery(group, {
  id: "calendars.events.list",
  summary: "List events by start time",
  description:
    "Lists events that overlap the time between `from` and `to`. A series is one entry; with `expand` each occurrence is an entry with the id <event>@<originalStartAt>. Without `calendar` the list covers all calendars that the caller can see and events in other calendars that the caller's agent is invited to. Cancelled events are listed only with `status`. All-day events are placed in the calendar's time zone. With `name` the events and series with this title are listed, whenever they take place. `expand` requires both `from` and `to`, at most ten years apart, and returns at most 5,000 occurrences.",
  input: T.Object({
    name: nameField("title"),
    calendar: T.Optional(CalendarId),
    from: T.Optional(windowFields.from),
    to: T.Optional(windowFields.to),
    status: T.Optional(described(EventStatus, "Only events with this status")),
    query: T.Optional(
      T.String({
        minLength: 1,
        maxLength: 200,
        description: "Text to search for in titles, descriptions, locations and attendee names",
      }),
    ),
    expand: withDefault(
      T.Boolean({ description: "Whether to list each occurrence of a series as its own entry" }),
      false,
    ),
    ...Events.fields,
  }),
  narrowed: true,
  output: Events.output,
  errors: [CalendarNotFound, RoleMissing, TooManyOccurrences],
  examples: [
    {
      title: "List every occurrence in a week",
      input: { from: "2026-11-23T00:00:00+01:00", to: "2026-11-30T00:00:00+01:00", expand: true },
    },
  ],
  resource: ({ calendar }) => calendar,
  async run({ store, caller, config }, { name, calendar, from, to, status, query, expand, ...page }) {
    const window = windowOf({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
    if (expand) assertBounded(window);
    const { sights, invited, nameOf } = await placesOf({ store, caller, config }, "calendars.events.list", calendar);
    const show = (event: Event) => {
      const calendarName = nameOf(event.calendarId);
      return { ...event, ...(calendarName !== undefined && { calendar: calendarName }) };
    };
    if (name !== undefined)
      return Events.answer(page, namedEvents(store.unchecked, sights, { name, status }, invited?.agentId), show);
    const wanted = { window, expand, ...(status && { status }), ...(query !== undefined && { query }) };
    return Events.answer(page, agendaOf(store.unchecked, sights, wanted, invited), show);
  },
});

function assertBounded({ from, to }: { from?: number; to?: number }): void {
  if (from === undefined) throw invalidField("expand", "dependent", "requires `from` in addition to `to`");
  if (to === undefined) throw invalidField("expand", "dependent", "requires `to` in addition to `from`");
  if (to - from > MAX_LENGTH)
    throw invalidField("to", "range", "must be at most ten years after from if expand is set");
}

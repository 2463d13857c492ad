import { defineQuery, isReached, T, withDefault } from "@postern/core";
import { described } from "@postern/core/fields";
import { listOf } from "@postern/core/paging";
import { agendaOf } from "../agenda/agenda.ts";
import { sightsOf } from "../agenda/calendars.ts";
import { CalendarNotFound, RoleMissing, TooManyOccurrences } from "../errors.ts";
import { CalendarId, Moment } from "../fields.ts";
import { group } from "../group.ts";
import { Event, EventStatus } from "../schemas.ts";
import { windowOf, wrong } from "../time/moment.ts";
import { zoneHere } from "../time/zone.ts";

const Events = listOf("events", Event);
const LONGEST = 3_660 * 86_400_000;

export const eventsList = defineQuery(group, {
  id: "calendars.events.list",
  summary: "List events by their begin",
  description:
    "Those that reach into the time from `from` to `to`; a series is one entry, or with `expand` one entry an occurrence, named <event>@<originalStartAt>. Without a calendar those of all that the caller sees, and what its agent is invited to on others. Cancelled ones only where they are asked for. Whole days are of the calendar's time zone. Expanding takes both `from` and `to`, at most ten years apart, and answers 5,000 occurrences at most.",
  input: T.Object({
    calendar: T.Optional(CalendarId),
    from: T.Optional(Moment),
    to: T.Optional(Moment),
    status: T.Optional(described(EventStatus, "Its status")),
    query: T.Optional(
      T.String({ minLength: 1, maxLength: 200, description: "Text in the title, description, location or a name" }),
    ),
    expand: withDefault(T.Boolean({ description: "One entry an occurrence" }), false),
    ...Events.fields,
  }),
  narrowed: true,
  output: Events.output,
  errors: [CalendarNotFound, RoleMissing, TooManyOccurrences],
  examples: [
    {
      title: "A week, each occurrence",
      input: { from: "2026-11-23T00:00:00+01:00", to: "2026-11-30T00:00:00+01:00", expand: true },
    },
  ],
  resource: ({ calendar }) => calendar,
  async run({ store, caller, config }, { calendar, from, to, status, query, expand, ...page }) {
    const window = windowOf({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
    if (expand) assertBounded(window);
    // A query reads one moment and commits nothing, so a unchecked is exact.
    const all = await sightsOf({ store: store.unchecked, caller }, calendar);
    const isSeen = (id: string) => isReached(caller, "calendars:read", id, "calendars.events.list");
    const sights = all.filter((sight) => isSeen(sight.calendar.id));
    const wanted = { window, expand, ...(status && { status }), ...(query !== undefined && { query }) };
    const { agentId } = caller;
    // What it is invited to elsewhere lies in calendars that its key does not name.
    const isNarrowed = caller.reach("calendars:read", "calendars.events.list") !== "all";
    const isAll = !isNarrowed && calendar === undefined && agentId !== undefined && !caller.isAdmin;
    const invited = isAll ? { agentId, zone: config.timezone || zoneHere() } : undefined;
    return Events.answer(page, agendaOf(store.unchecked, sights, wanted, invited), (event) => event);
  },
});

function assertBounded({ from, to }: { from?: number; to?: number }): void {
  if (from === undefined) throw wrong("expand", "dependent", "takes a `from` beside the `to`");
  if (to === undefined) throw wrong("expand", "dependent", "takes a `to` beside the `from`");
  if (to - from > LONGEST)
    throw wrong("to", "range", "must be at most ten years after from where occurrences are expanded");
}

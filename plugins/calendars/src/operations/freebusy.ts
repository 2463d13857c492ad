import { defineQuery, T } from "@postern/core";
import { withColumns } from "@postern/kit/paging";
import { busyIn, type Interval, mergeIntervals } from "../agenda/busy.ts";
import { MAX_CALENDARS } from "../agenda/calendars.ts";
import { newBudget } from "../agenda/occurrences.ts";
import { calendarOf, roleOf, type Viewer } from "../calendar.ts";
import { type CalendarRecord, calendars } from "../collections.ts";
import { CalendarNotFound, RoleMissing, TooManyOccurrences } from "../errors.ts";
import { CalendarId, Principal, windowFields } from "../fields.ts";
import { group } from "../group.ts";
import { invalidField, windowOf } from "../time/moment.ts";

const MAX_LENGTH = 400 * 86_400_000;

export const freebusy = defineQuery(group, {
  id: "calendars.freebusy",
  summary: "Show busy times",
  description:
    "Covers the specified calendars, or the calendars of an agent or user that are visible to the caller; by default the caller's own. Free and cancelled events do not count, nor do events that the calendar's agent has declined. Adjacent and overlapping intervals are merged.",
  input: T.Object({
    calendars: T.Optional(
      T.Array(CalendarId, { description: "Calendar ids", minItems: 1, maxItems: MAX_CALENDARS, uniqueItems: true }),
    ),
    with: T.Optional(Principal),
    ...windowFields,
  }),
  output: T.Object({
    busy: withColumns(
      T.Array(
        T.Object({
          startAt: T.Integer({ description: "Start of the interval, Unix milliseconds" }),
          endAt: T.Integer({ description: "End of the interval, Unix milliseconds" }),
        }),
        {
          description: "Busy intervals in chronological order",
        },
      ),
      { startAt: "time", endAt: "time" },
    ),
    calendars: T.Array(T.String(), { description: "Ids of the calendars that were considered" }),
  }),
  errors: [CalendarNotFound, RoleMissing, TooManyOccurrences],
  examples: [
    {
      title: "Show the busy times of an agent during a working day",
      input: { with: "agent:main", from: "2026-11-23T08:00:00+01:00", to: "2026-11-23T18:00:00+01:00" },
    },
  ],
  resource: ({ calendars: named }) => named,
  async run({ store: checked, caller }, { calendars: named, with: somebody, from, to }) {
    const window = windowOf({ from, to }) as { from: number; to: number };
    if (window.to - window.from > MAX_LENGTH) throw invalidField("to", "range", "must be at most 400 days after from");
    if (named && somebody !== undefined)
      throw invalidField("with", "either", "must be omitted if calendars is specified");
    // A query reads a consistent snapshot and commits nothing, so unchecked reads are exact.
    const seen = { store: checked.unchecked, caller };
    const looked = named ? await namedOf(seen, named) : await calendarsOf(seen, somebody ?? caller.principal);
    const budget = newBudget();
    const busy: Interval[] = [];
    for (const calendar of looked) busy.push(...(await busyIn(seen.store, calendar, window, budget)));
    return { busy: mergeIntervals(busy), calendars: looked.map(({ id }) => id) };
  },
});

const namedOf = (seen: Viewer, ids: readonly string[]): Promise<CalendarRecord[]> =>
  Promise.all(ids.map(async (id) => (await calendarOf(seen, id)).calendar));

/** The calendars owned by an agent or user that are visible to the caller. */
async function calendarsOf({ store, caller }: Viewer, principal: string): Promise<CalendarRecord[]> {
  const page = { by: "byViewer" as const, prefix: [principal, "active"], limit: 1_000 };
  const { items } = await store.find(calendars, page);
  const own = items.filter(({ ownerType, ownerId }) => `${ownerType}:${ownerId}` === principal);
  return own.filter((calendar) => roleOf(caller, calendar) !== undefined).slice(0, MAX_CALENDARS);
}

import { defineQuery, T } from "@postern/core";
import { busyIn, type Interval, merged } from "../agenda/busy.ts";
import { MOST_CALENDARS } from "../agenda/calendars.ts";
import { newBudget } from "../agenda/occurrences.ts";
import { calendarOf, roleOf, type Seen } from "../calendar.ts";
import { type CalendarRecord, calendars } from "../collections.ts";
import { CalendarNotFound, RoleMissing, TooManyOccurrences } from "../errors.ts";
import { CalendarId, Moment, Principal } from "../fields.ts";
import { group } from "../group.ts";
import { windowOf, wrong } from "../time/moment.ts";

const LONGEST = 400 * 86_400_000;

export const freebusy = defineQuery(group, {
  id: "calendars.freebusy",
  summary: "Show when somebody is busy, and nothing else",
  description:
    "Of some calendars, or of those of somebody that the caller sees at least the times of; the caller's own where neither is named. Events that are free or cancelled do not count, nor those that the calendar's agent has declined. Stretches that meet are told as one.",
  input: T.Object({
    calendars: T.Optional(
      T.Array(CalendarId, { description: "The calendars", minItems: 1, maxItems: MOST_CALENDARS, uniqueItems: true }),
    ),
    with: T.Optional(Principal),
    from: Moment,
    to: Moment,
  }),
  output: T.Object({
    calendars: T.Array(T.String(), { description: "Those that were looked at" }),
    busy: T.Array(
      T.Object({
        startAt: T.Integer({ description: "When it starts, Unix milliseconds" }),
        endAt: T.Integer({ description: "When it ends, Unix milliseconds" }),
      }),
      {
        description: "In Unix milliseconds, in order",
      },
    ),
  }),
  errors: [CalendarNotFound, RoleMissing, TooManyOccurrences],
  examples: [
    {
      title: "An agent's working day",
      input: { with: "agent:main", from: "2026-11-23T08:00:00+01:00", to: "2026-11-23T18:00:00+01:00" },
    },
  ],
  resource: ({ calendars: named }) => named,
  async run({ store: checked, caller }, { calendars: named, with: somebody, from, to }) {
    const window = windowOf({ from, to }) as { from: number; to: number };
    if (window.to - window.from > LONGEST)
      throw wrong("to", "range", "must come at most 400 days after from, not later");
    if (named && somebody !== undefined) throw wrong("with", "either", "must be left out where calendars are named");
    // A query reads one moment and commits nothing, so a unchecked is exact.
    const seen = { store: checked.unchecked, caller };
    const looked = named ? await namedOf(seen, named) : await calendarsOf(seen, somebody ?? caller.principal);
    const budget = newBudget();
    const busy: Interval[] = [];
    for (const calendar of looked) busy.push(...(await busyIn(seen.store, calendar, window, budget)));
    return { calendars: looked.map(({ id }) => id), busy: merged(busy) };
  },
});

const namedOf = (seen: Seen, ids: readonly string[]): Promise<CalendarRecord[]> =>
  Promise.all(ids.map(async (id) => (await calendarOf(seen, id)).calendar));

/** Somebody's own calendars, as far as the caller may see them. */
async function calendarsOf({ store, caller }: Seen, principal: string): Promise<CalendarRecord[]> {
  const page = { by: "byViewer" as const, prefix: [principal, "active"], limit: 1_000 };
  const { items } = await store.find(calendars, page);
  const own = items.filter(({ ownerType, ownerId }) => `${ownerType}:${ownerId}` === principal);
  return own.filter((calendar) => roleOf(caller, calendar) !== undefined).slice(0, MOST_CALENDARS);
}

import { TooManyOccurrences } from "../errors.ts";
import type { Event } from "../schemas.ts";
import { dateText, dayAt, daysFrom, partsByDay } from "../time/days.ts";
import { DAY, dayOf, invalidField, zoneOf } from "../time/moment.ts";
import { LATEST } from "../time/span.ts";
import { defaultZone, momentOfWall } from "../time/zone.ts";
import { agendaOf } from "./agenda.ts";
import type { DayEvent } from "./day-schemas.ts";
import { MAX_OCCURRENCES } from "./occurrences.ts";
import { placesOf, type Setting } from "./viewer.ts";

/** Maximum number of events of a day that are returned. */
const MAX_EVENTS = 100;
/** Time zones differ by at most 26 hours, so an all-day event of a calendar elsewhere may begin this much apart. */
const APART = 26 * 3_600_000;

interface Asked {
  readonly calendar?: string | undefined;
  readonly timezone?: string | undefined;
  /** Any day of the period; today by default. */
  readonly date?: string | undefined;
  /** The field that `date` is from. */
  readonly field: string;
}

/** The days that `choose` makes of the given day, each with its events. */
export async function eventsByDay(
  ctx: Setting & { readonly now: number },
  operation: `calendars.${string}`,
  { calendar, timezone, date, field }: Asked,
  choose: (day: number) => number[],
) {
  const { store, config, now } = ctx;
  const { sights, invited, nameOf } = await placesOf(ctx, operation, calendar);
  const own = calendar === undefined ? undefined : sights[0]?.calendar.timezone;
  const zone = timezone === undefined ? (own ?? defaultZone(config)) : zoneOf(timezone, "timezone");
  const today = dayAt(zone, now);
  const asked = date === undefined ? today : dayOf(date, field);
  const days = choose(asked);
  const [first = asked, last = asked] = [days[0], days.at(-1)];
  if (last + 2 * DAY > LATEST) throw invalidField(field, "range", "must be in the years 1900 to 9999");
  const window = { from: momentOfWall(zone, first) - APART, to: momentOfWall(zone, last + DAY) + APART };
  const source = agendaOf(store.unchecked, sights, { window, expand: true }, invited);
  const { items, total } = await source(0, MAX_OCCURRENCES);
  if (total > items.length) throw TooManyOccurrences({ limit: MAX_OCCURRENCES });
  const found = new Map(days.map((day) => [day, [] as DayEvent[]]));
  for (const event of items)
    for (const { day, ...times } of partsByDay(event, zone, first, last))
      found.get(day)?.push({ ...shown(event, nameOf(event.calendarId)), ...times });
  return {
    asked,
    answer: {
      timezone: zone,
      today: dateText(today),
      days: [...found].map(([day, events]) => ({
        date: dateText(day),
        total: events.length,
        events: events.sort(byStart).slice(0, MAX_EVENTS),
      })),
    },
  };
}

function shown(
  { id, title, startAt, endAt, allDay, calendarId, location, status }: Event,
  calendar?: string,
): DayEvent {
  const event = { id, title, startAt, endAt, allDay, status, calendarId };
  return { ...event, ...(calendar !== undefined && { calendar }), ...(location && { location }) };
}

/** What lasts all day or began on an earlier day comes first. */
function byStart({ start = "" }: DayEvent, { start: other = "" }: DayEvent): number {
  return start < other ? -1 : start > other ? 1 : 0;
}

/** A number of days from the given one. */
export const following = (count: number) => (day: number) => daysFrom(day, count);

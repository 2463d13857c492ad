import type { Glance } from "@postern/core";
import { MOST_COUNTED, type Source } from "@postern/core/paging";
import type { Sight } from "../calendar.ts";
import type { CalendarRecord, EventRecord } from "../collections.ts";
import { showEvent } from "../event.ts";
import type { Event } from "../schemas.ts";
import { type Bounded, type Budget, newBudget, occurrencesIn, occurs } from "./occurrences.ts";
import { countIn, countOf, eventsIn, inOrder, reaches, type Stream, seriesIn, these, type Window } from "./streams.ts";

/** What is asked for of the events of some calendars. */
export interface Wanted {
  readonly window: Window;
  readonly status?: Event["status"];
  readonly query?: string;
  /** One entry an occurrence, instead of one a series; takes a window that is bounded. */
  readonly expand: boolean;
}

/** What of one calendar is gone over. */
interface Part {
  readonly stream: Stream;
  /** How many there are, where that can be told without going over all of them. */
  readonly count: (() => Promise<number>) | undefined;
}

/** The events of some calendars, by their begin, as the caller sees them. */
export function agendaOf(store: Glance, sights: readonly Sight[], wanted: Wanted): Source<Event> {
  const roles = new Map(sights.map(({ calendar, role }) => [calendar.id, role]));
  const shownOf = (event: EventRecord) => showEvent(event, roles.get(event.calendarId) ?? "free_busy");
  return async (offset, limit) => {
    const budget = newBudget();
    const parts: Part[] = [];
    for (const { calendar } of sights) parts.push(await partOf(store, calendar, wanted, budget));
    const isCounted = parts.every(({ count }) => count !== undefined);
    const items: Event[] = [];
    let seen = 0;
    for await (const event of inOrder(parts.map(({ stream }) => stream))) {
      if (!fits(event, wanted, shownOf)) continue;
      if (seen++ >= offset && items.length < limit) items.push(shownOf(event));
      if (seen >= offset + limit && (isCounted || seen > MOST_COUNTED)) break;
    }
    const counts =
      isCounted && seen >= offset + limit ? await Promise.all(parts.map(({ count }) => count?.() ?? 0)) : [seen];
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { items, total: Math.min(total, MOST_COUNTED), totalCapped: total > MOST_COUNTED };
  };
}

async function partOf(store: Glance, calendar: CalendarRecord, wanted: Wanted, budget: Budget): Promise<Part> {
  const { window, status, query, expand } = wanted;
  const { id: calendarId, timezone } = calendar;
  const standing = status === "cancelled" ? "gone" : "live";
  const place = (kind: "one" | "part") => ({ calendarId, standing, kind }) as const;
  const found = (kind: "one" | "part") =>
    only(eventsIn(store, place(kind), window), (event) => reaches(event, window, timezone));
  const counted = (kind: "one" | "part") => countIn(store, place(kind), window, timezone);
  const isPlain = status === undefined && query === undefined;
  if (standing === "gone") {
    const isOver = ({ lastAt = Number.POSITIVE_INFINITY }: EventRecord) => lastAt < (window.from ?? 0);
    const series = only(seriesIn(store, calendarId, standing, window), (event) => !isOver(event));
    return { stream: inOrder([found("one"), found("part"), series]), count: undefined };
  }
  if (expand) {
    const occurrences = await occurrencesIn(store, calendar, window as Bounded, budget);
    const count = async () => occurrences.length + (await counted("one")) + (await counted("part"));
    return { stream: inOrder([found("one"), found("part"), these(occurrences)]), count: isPlain ? count : undefined };
  }
  const series = () => seriesIn(store, calendarId, standing, window);
  const isThere = (event: EventRecord) => occurs(store, event, window, timezone);
  const count = async () => (await counted("one")) + (await countOf(series(), isThere));
  return { stream: inOrder([found("one"), only(series(), isThere)]), count: isPlain ? count : undefined };
}

/** Searched as it is shown: what somebody may not see, no search tells. */
const fits = (event: EventRecord, { status, query }: Wanted, shownOf: (event: EventRecord) => Event): boolean =>
  (status === undefined || event.status === status) && (query === undefined || says(shownOf(event), query));

async function* only(stream: Stream, test: (event: EventRecord) => boolean | Promise<boolean>): Stream {
  for await (const event of stream) if (await test(event)) yield event;
}

function says(event: Event, query: string): boolean {
  const people = event.attendees.flatMap(({ displayName, email, agentId }) => [displayName, email, agentId]);
  const wanted = query.toLocaleLowerCase("en");
  return [event.title, event.description, event.location, ...people].some((text) =>
    text?.toLocaleLowerCase("en").includes(wanted),
  );
}

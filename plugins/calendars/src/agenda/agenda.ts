import type { Reads } from "@postern/core";
import { MAX_COUNTED, type Source } from "@postern/kit/paging";
import type { CalendarAccess } from "../calendar.ts";
import type { EventRecord } from "../collections.ts";
import { showEvent } from "../event.ts";
import type { Event } from "../schemas.ts";
import { type Bounded, type Budget, newBudget, occurrencesIn, occursIn } from "./occurrences.ts";
import {
  countIn,
  countOf,
  eventsIn,
  type IndexRange,
  mergeStreams,
  overlaps,
  type Stream,
  seriesByEnd,
  seriesIn,
  streamOf,
  type Window,
} from "./streams.ts";

/** Filter of an event list. */
export interface EventFilter {
  readonly window: Window;
  readonly status?: Event["status"];
  readonly query?: string;
  /** Whether to list each occurrence instead of the series; requires a bounded window. */
  readonly expand: boolean;
}

/** Source of events: a calendar, or the events in other calendars that an agent is invited to. */
interface EventSource {
  readonly by: "byTime" | "byInvited";
  readonly whose: string;
  /** Time zone of all-day events. */
  readonly zone: string;
  readonly test: (event: EventRecord) => boolean;
}

/** Events of one source. */
interface SourceEvents {
  readonly stream: Stream;
  /** Counts the events, if that is possible without reading all of them. */
  readonly count: (() => Promise<number>) | undefined;
}

/** Events of the calendars, and of others that the agent is invited to, by start time and as shown to the caller. */
export function agendaOf(
  store: Reads,
  sights: readonly CalendarAccess[],
  wanted: EventFilter,
  invited?: { agentId: string; zone: string },
): Source<Event> {
  const roles = new Map(sights.map(({ calendar, role }) => [calendar.id, role]));
  const shownOf = (event: EventRecord) => {
    const role = roles.get(event.calendarId);
    return showEvent(event, role ?? "reader", role === undefined);
  };
  const own = sights.map(({ calendar }) => ({
    by: "byTime" as const,
    whose: calendar.id,
    zone: calendar.timezone,
    test: () => true,
  }));
  const elsewhere = invited && {
    by: "byInvited" as const,
    whose: invited.agentId,
    zone: invited.zone,
    test: ({ calendarId }: EventRecord) => !roles.has(calendarId),
  };
  return async (offset, limit) => {
    const budget = newBudget();
    const parts: SourceEvents[] = [];
    for (const whose of elsewhere ? [...own, elsewhere] : own)
      parts.push(await eventsOfSource(store, whose, wanted, budget));
    const isCounted = parts.every(({ count }) => count !== undefined);
    const items: Event[] = [];
    let seen = 0;
    for await (const event of mergeStreams(parts.map(({ stream }) => stream))) {
      if (!matchesFilter(event, wanted, shownOf)) continue;
      if (seen++ >= offset && items.length < limit) items.push(shownOf(event));
      if (seen >= offset + limit && (isCounted || seen > MAX_COUNTED)) break;
    }
    const isCut = isCounted && seen >= offset + limit;
    const counts = isCut ? await Promise.all(parts.map(({ count }) => count?.() ?? 0)) : [seen];
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { items, total: Math.min(total, MAX_COUNTED), totalCapped: total > MAX_COUNTED };
  };
}

async function eventsOfSource(
  store: Reads,
  { by, whose, zone, test }: EventSource,
  wanted: EventFilter,
  budget: Budget,
): Promise<SourceEvents> {
  const { window, status, query, expand } = wanted;
  const state = status === "cancelled" ? "gone" : "live";
  const place = (kind: IndexRange["kind"]): IndexRange => ({ by, whose, state, kind });
  const found = (kind: "one" | "part") =>
    filtered(eventsIn(store, place(kind), window), (event) => test(event) && overlaps(event, window, zone));
  const series = (isThere: (event: EventRecord) => boolean | Promise<boolean>) =>
    filtered(seriesIn(store, place("series"), window), (event) => test(event) && isThere(event));
  const counted = (kind: "one" | "part") =>
    by === "byTime" ? countIn(store, place(kind), window, zone) : countOf(found(kind));
  const isPlain = status === undefined && query === undefined;
  if (state === "gone") {
    const isLeft = ({ lastAt = Number.POSITIVE_INFINITY }: EventRecord) => lastAt >= (window.from ?? 0);
    return { stream: mergeStreams([found("one"), found("part"), series(isLeft)]), count: undefined };
  }
  if (expand) {
    const all = by === "byTime" ? seriesByEnd(store, whose, window) : series(() => true);
    const occurrences = await occurrencesIn(store, all, zone, window as Bounded, budget);
    const count = async () => occurrences.length + (await counted("one")) + (await counted("part"));
    return {
      stream: mergeStreams([found("one"), found("part"), streamOf(occurrences)]),
      count: isPlain ? count : undefined,
    };
  }
  const isThere = (event: EventRecord) => occursIn(store, event, window, zone);
  const count = async () => (await counted("one")) + (await countOf(series(isThere)));
  return { stream: mergeStreams([found("one"), series(isThere)]), count: isPlain ? count : undefined };
}

/** Searches the event as shown to the caller, so that a search reveals nothing hidden. */
const matchesFilter = (
  event: EventRecord,
  { status, query }: EventFilter,
  shownOf: (event: EventRecord) => Event,
): boolean =>
  (status === undefined || event.status === status) && (query === undefined || containsText(shownOf(event), query));

async function* filtered(stream: Stream, test: (event: EventRecord) => boolean | Promise<boolean>): Stream {
  for await (const event of stream) if (await test(event)) yield event;
}

function containsText(event: Event, query: string): boolean {
  const people = event.attendees.flatMap(({ displayName, email, agentId }) => [displayName, email, agentId]);
  const wanted = query.toLocaleLowerCase("en");
  return [event.title, event.description, event.location, ...people].some((text) =>
    text?.toLocaleLowerCase("en").includes(wanted),
  );
}

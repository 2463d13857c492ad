import type { Reads } from "@postern/core";
import { MOST_COUNTED, type Source } from "@postern/core/paging";
import type { Sight } from "../calendar.ts";
import type { EventRecord } from "../collections.ts";
import { showEvent } from "../event.ts";
import type { Event } from "../schemas.ts";
import { type Bounded, type Budget, newBudget, occurrencesIn, occurs } from "./occurrences.ts";
import {
  countIn,
  countOf,
  eventsIn,
  inOrder,
  type Place,
  reaches,
  type Stream,
  seriesFrom,
  seriesIn,
  these,
  type Window,
} from "./streams.ts";

/** Filter of an event list. */
export interface Wanted {
  readonly window: Window;
  readonly status?: Event["status"];
  readonly query?: string;
  /** Whether to list each occurrence instead of the series; requires a bounded window. */
  readonly expand: boolean;
}

/** Source of events: a calendar, or the events in other calendars that an agent is invited to. */
interface Whose {
  readonly by: "byTime" | "byInvited";
  readonly whose: string;
  /** Time zone of all-day events. */
  readonly zone: string;
  readonly test: (event: EventRecord) => boolean;
}

/** Events of one source. */
interface Part {
  readonly stream: Stream;
  /** Counts the events, if that is possible without reading all of them. */
  readonly count: (() => Promise<number>) | undefined;
}

/** Events of the calendars, and of others that the agent is invited to, by start time and as shown to the caller. */
export function agendaOf(
  store: Reads,
  sights: readonly Sight[],
  wanted: Wanted,
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
    const parts: Part[] = [];
    for (const whose of elsewhere ? [...own, elsewhere] : own) parts.push(await partOf(store, whose, wanted, budget));
    const isCounted = parts.every(({ count }) => count !== undefined);
    const items: Event[] = [];
    let seen = 0;
    for await (const event of inOrder(parts.map(({ stream }) => stream))) {
      if (!fits(event, wanted, shownOf)) continue;
      if (seen++ >= offset && items.length < limit) items.push(shownOf(event));
      if (seen >= offset + limit && (isCounted || seen > MOST_COUNTED)) break;
    }
    const isCut = isCounted && seen >= offset + limit;
    const counts = isCut ? await Promise.all(parts.map(({ count }) => count?.() ?? 0)) : [seen];
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { items, total: Math.min(total, MOST_COUNTED), totalCapped: total > MOST_COUNTED };
  };
}

async function partOf(store: Reads, { by, whose, zone, test }: Whose, wanted: Wanted, budget: Budget): Promise<Part> {
  const { window, status, query, expand } = wanted;
  const standing = status === "cancelled" ? "gone" : "live";
  const place = (kind: Place["kind"]): Place => ({ by, whose, standing, kind });
  const found = (kind: "one" | "part") =>
    only(eventsIn(store, place(kind), window), (event) => test(event) && reaches(event, window, zone));
  const series = (isThere: (event: EventRecord) => boolean | Promise<boolean>) =>
    only(seriesIn(store, place("series"), window), (event) => test(event) && isThere(event));
  const counted = (kind: "one" | "part") =>
    by === "byTime" ? countIn(store, place(kind), window, zone) : countOf(found(kind));
  const isPlain = status === undefined && query === undefined;
  if (standing === "gone") {
    const isLeft = ({ lastAt = Number.POSITIVE_INFINITY }: EventRecord) => lastAt >= (window.from ?? 0);
    return { stream: inOrder([found("one"), found("part"), series(isLeft)]), count: undefined };
  }
  if (expand) {
    const all = by === "byTime" ? seriesFrom(store, whose, window) : series(() => true);
    const occurrences = await occurrencesIn(store, all, zone, window as Bounded, budget);
    const count = async () => occurrences.length + (await counted("one")) + (await counted("part"));
    return { stream: inOrder([found("one"), found("part"), these(occurrences)]), count: isPlain ? count : undefined };
  }
  const isThere = (event: EventRecord) => occurs(store, event, window, zone);
  const count = async () => (await counted("one")) + (await countOf(series(isThere)));
  return { stream: inOrder([found("one"), series(isThere)]), count: isPlain ? count : undefined };
}

/** Searches the event as shown to the caller, so that a search reveals nothing hidden. */
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

import type { Glance } from "@postern/core";
import { MOST_COUNTED, type Source } from "@postern/core/paging";
import type { Sight } from "../calendar.ts";
import type { CalendarRecord, EventRecord } from "../collections.ts";
import { showEvent } from "../event.ts";
import type { Event } from "../schemas.ts";
import { type Bounded, type Budget, newBudget, occurrencesIn, occurs } from "./occurrences.ts";
import { eventsIn, inOrder, reaches, type Stream, seriesIn, these, type Window } from "./streams.ts";

/** What is asked for of the events of some calendars. */
export interface Wanted {
  readonly window: Window;
  readonly status?: Event["status"];
  readonly query?: string;
  /** One entry an occurrence, instead of one a series; takes a window that is bounded. */
  readonly expand: boolean;
}

/** The events of some calendars, by their begin, as the caller sees them. */
export function agendaOf(store: Glance, sights: readonly Sight[], wanted: Wanted): Source<Event> {
  return async (offset, limit) => {
    const items: Event[] = [];
    let total = 0;
    const roles = new Map(sights.map(({ calendar, role }) => [calendar.id, role]));
    const budget = newBudget();
    const streams = await Promise.all(sights.map(({ calendar }) => streamOf(store, calendar, wanted, budget)));
    for await (const event of inOrder(streams)) {
      if (wanted.status !== undefined && event.status !== wanted.status) continue;
      const isOnPage = total >= offset && items.length < limit;
      if (isOnPage || wanted.query !== undefined) {
        // Searched as it is shown: what somebody may not see, no search tells.
        const shown = showEvent(event, roles.get(event.calendarId) ?? "free_busy");
        if (wanted.query !== undefined && !says(shown, wanted.query)) continue;
        if (isOnPage) items.push(shown);
      }
      if (++total > MOST_COUNTED && total >= offset + limit) break;
    }
    return { items, total: Math.min(total, MOST_COUNTED), totalCapped: total > MOST_COUNTED };
  };
}

async function streamOf(store: Glance, calendar: CalendarRecord, wanted: Wanted, budget: Budget): Promise<Stream> {
  const { window, status, expand } = wanted;
  const { id: calendarId, timezone } = calendar;
  const standing = status === "cancelled" ? "gone" : "live";
  const isInside = (event: EventRecord) => reaches(event, window, timezone);
  const single = only(eventsIn(store, { calendarId, standing, kind: "one" }, window), isInside);
  const parts = () => only(eventsIn(store, { calendarId, standing, kind: "part" }, window), isInside);
  if (standing === "gone") {
    const series = only(
      seriesIn(store, calendarId, standing, window),
      ({ lastAt = Number.POSITIVE_INFINITY }) => lastAt >= (window.from ?? 0),
    );
    return inOrder([single, parts(), series]);
  }
  if (expand) return inOrder([single, parts(), these(await occurrencesIn(store, calendar, window as Bounded, budget))]);
  return inOrder([
    single,
    only(seriesIn(store, calendarId, standing, window), (event) => occurs(store, event, window, timezone)),
  ]);
}

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

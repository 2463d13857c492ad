import { setImmediate as turn } from "node:timers/promises";
import type { Reads } from "@postern/core";
import { MOST_COUNTED } from "@postern/core/paging";
import { type EventRecord, events } from "../collections.ts";
import { SPANS, timeKey } from "../time/span.ts";
import { momentOfWall } from "../time/zone.ts";

/** From when (included) to when (excluded), as far as it is bounded. */
export interface Window {
  readonly from?: number;
  readonly to?: number;
}

export type Stream = AsyncGenerator<EventRecord>;

/** Whole days are dates: where a calendar is, they begin and end at its own midnight, up to so far from that of UTC. */
const HALF_DAY = 15 * 3_600_000;
const PORTION = 200;

/** When an event begins and ends for those who live by the calendar's clock. */
export function spanOf({ allDay, startAt, endAt }: Pick<EventRecord, "allDay" | "startAt" | "endAt">, zone: string) {
  return allDay ? { startAt: momentOfWall(zone, startAt), endAt: momentOfWall(zone, endAt) } : { startAt, endAt };
}

/** Whether an event reaches into a window; one that takes no time, when it lies in it. */
export function reaches(
  event: Pick<EventRecord, "allDay" | "startAt" | "endAt">,
  { from, to }: Window,
  zone: string,
): boolean {
  const { startAt, endAt } = spanOf(event, zone);
  return (
    (to === undefined || startAt < to) && (from === undefined || endAt > from || (startAt === endAt && startAt >= from))
  );
}

/** Where events of one kind stand: on a calendar, or among what an agent is invited to. */
export interface Place {
  readonly by: "byTime" | "byInvited";
  readonly whose: string;
  readonly standing: "live" | "gone";
  readonly kind: "one" | "part" | "series";
}

/** Events of one kind that may reach into the window, by their begin. */
export const eventsIn = (store: Reads, place: Place, { from, to }: Window): Stream =>
  inOrder(
    SPANS.map((span, at) =>
      rangeOf(store, place, at, {
        from: from === undefined ? 0 : timeKey(from - span - HALF_DAY),
        ...(to !== undefined && { to: timeKey(to + HALF_DAY) }),
      }),
    ),
  );

const prefixOf = ({ whose, standing, kind }: Place, span: number) => [whose, standing, kind, span];

/** How many events of one kind reach into the window, without looking at those that begin well within it. */
export async function countIn(store: Reads, place: Place, window: Window, zone: string): Promise<number> {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = window;
  const [first, last] = [from + HALF_DAY, to - HALF_DAY];
  const isInside = (event: EventRecord) => reaches(event, window, zone);
  if (first >= last) return countOf(eventsIn(store, place, window), isInside);
  let count = 0;
  for (const [at, span] of SPANS.entries()) {
    const inner = { by: place.by, prefix: prefixOf(place, at), from: [timeKey(first)], to: [timeKey(last)] };
    count += await store.count(events, { ...inner, limit: MOST_COUNTED + 1 });
    const before = { from: timeKey(from - span - HALF_DAY), to: timeKey(first) };
    const after = { from: timeKey(last), to: timeKey(to + HALF_DAY) };
    for (const edge of [before, after])
      if (edge.from < edge.to) count += await countOf(rangeOf(store, place, at, edge), isInside);
  }
  return count;
}

/** How many there are, up to a few more than are counted. */
export async function countOf(stream: Stream, test: (event: EventRecord) => boolean = () => true): Promise<number> {
  let count = 0;
  for await (const event of stream) if (test(event) && ++count > MOST_COUNTED) break;
  return count;
}

/** Series that begin before the window ends, by their begin. */
export const seriesIn = (store: Reads, place: Place, { to }: Window): Stream =>
  rangeOf(store, place, 0, { from: 0, ...(to !== undefined && { to: timeKey(to + HALF_DAY) }) });

/** Series that are not over when the window begins, by their end. */
export async function* seriesFrom(store: Reads, calendarId: string, { from, to }: Window): Stream {
  let after: string | undefined;
  do {
    const page = await store.find(events, {
      by: "byEnd",
      prefix: [calendarId, "live"],
      ...(from !== undefined && { from: [timeKey(from - HALF_DAY)] }),
      limit: PORTION,
      ...(after !== undefined && { after }),
    });
    for (const event of page.items) if (to === undefined || event.startAt < to + HALF_DAY) yield event;
    after = page.next;
    if (after !== undefined) await turn();
  } while (after !== undefined);
}

async function* rangeOf(store: Reads, place: Place, span: number, { from, to }: { from: number; to?: number }): Stream {
  let after: string | undefined;
  do {
    const page = await store.find(events, {
      by: place.by,
      prefix: prefixOf(place, span),
      from: [from],
      ...(to !== undefined && { to: [to] }),
      limit: PORTION,
      ...(after !== undefined && { after }),
    });
    yield* page.items;
    after = page.next;
    if (after !== undefined) await turn();
  } while (after !== undefined);
}

const isBefore = (one: EventRecord, other: EventRecord): boolean =>
  one.startAt === other.startAt ? one.id < other.id : one.startAt < other.startAt;

/** Several streams, each by its begin, as one. */
export async function* inOrder(streams: readonly AsyncIterator<EventRecord>[]): Stream {
  const heads = await Promise.all(
    streams.map(async (stream) => ({ stream, next: (await stream.next()).value as EventRecord | undefined })),
  );
  let open = heads.filter(({ next }) => next !== undefined);
  while (open.length > 0) {
    let first = open[0] as (typeof open)[number];
    for (const head of open) if (isBefore(head.next as EventRecord, first.next as EventRecord)) first = head;
    yield first.next as EventRecord;
    first.next = (await first.stream.next()).value;
    if (first.next === undefined) open = open.filter((head) => head !== first);
  }
}

/** What there is at hand, by its begin. */
export async function* these(list: readonly EventRecord[]): Stream {
  yield* list.toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
}

import { setImmediate as turn } from "node:timers/promises";
import type { Reads } from "@postern/core";
import { MAX_COUNTED } from "@postern/kit/paging";
import { type EventRecord, events } from "../collections.ts";
import { SPANS, timeKey } from "../time/span.ts";
import { momentOfWall } from "../time/zone.ts";

/** Time window from `from` (inclusive) to `to` (exclusive), optionally unbounded. */
export interface Window {
  readonly from?: number;
  readonly to?: number;
}

export type Stream = AsyncGenerator<EventRecord>;

/**
 * All-day events start and end at midnight in the calendar's time zone, which differs from midnight UTC by at most
 * this.
 */
const HALF_DAY = 15 * 3_600_000;
const PORTION = 200;

/** Start and end of an event in the calendar's time zone. */
export function spanOf({ allDay, startAt, endAt }: Pick<EventRecord, "allDay" | "startAt" | "endAt">, zone: string) {
  return allDay ? { startAt: momentOfWall(zone, startAt), endAt: momentOfWall(zone, endAt) } : { startAt, endAt };
}

/** Whether an event overlaps a window; an event without duration, whether it lies in it. */
export function overlaps(
  event: Pick<EventRecord, "allDay" | "startAt" | "endAt">,
  { from, to }: Window,
  zone: string,
): boolean {
  const { startAt, endAt } = spanOf(event, zone);
  return (
    (to === undefined || startAt < to) && (from === undefined || endAt > from || (startAt === endAt && startAt >= from))
  );
}

/** Index range of events of one kind, in a calendar or of an invited agent. */
export interface IndexRange {
  readonly by: "byTime" | "byInvited";
  readonly whose: string;
  readonly state: "live" | "gone";
  readonly kind: "one" | "part" | "series";
}

/** Events of one kind that may overlap the window, by start time. */
export const eventsIn = (store: Reads, place: IndexRange, { from, to }: Window): Stream =>
  mergeStreams(
    SPANS.map((span, at) =>
      rangeOf(store, place, at, {
        from: from === undefined ? 0 : timeKey(from - span - HALF_DAY),
        ...(to !== undefined && { to: timeKey(to + HALF_DAY) }),
      }),
    ),
  );

const prefixOf = ({ whose, state, kind }: IndexRange, span: number) => [whose, state, kind, span];

/** Counts the events of one kind that overlap the window, without reading those that start well inside it. */
export async function countIn(store: Reads, place: IndexRange, window: Window, zone: string): Promise<number> {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = window;
  const [first, last] = [from + HALF_DAY, to - HALF_DAY];
  const isInside = (event: EventRecord) => overlaps(event, window, zone);
  if (first >= last) return countOf(eventsIn(store, place, window), isInside);
  let count = 0;
  for (const [at, span] of SPANS.entries()) {
    const inner = { by: place.by, prefix: prefixOf(place, at), from: [timeKey(first)], to: [timeKey(last)] };
    count += await store.count(events, { ...inner, limit: MAX_COUNTED + 1 });
    const before = { from: timeKey(from - span - HALF_DAY), to: timeKey(first) };
    const after = { from: timeKey(last), to: timeKey(to + HALF_DAY) };
    for (const edge of [before, after])
      if (edge.from < edge.to) count += await countOf(rangeOf(store, place, at, edge), isInside);
  }
  return count;
}

/** Counts the events of a stream, stopping above the counting limit. */
export async function countOf(stream: Stream, test: (event: EventRecord) => boolean = () => true): Promise<number> {
  let count = 0;
  for await (const event of stream) if (test(event) && ++count > MAX_COUNTED) break;
  return count;
}

/** Series that start before the window ends, by start time. */
export const seriesIn = (store: Reads, place: IndexRange, { to }: Window): Stream =>
  rangeOf(store, place, 0, { from: 0, ...(to !== undefined && { to: timeKey(to + HALF_DAY) }) });

/** Series that end after the window starts, by end. */
export async function* seriesByEnd(store: Reads, calendarId: string, { from, to }: Window): Stream {
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

async function* rangeOf(
  store: Reads,
  place: IndexRange,
  span: number,
  { from, to }: { from: number; to?: number },
): Stream {
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

/** Merges streams that are each sorted by start time. */
export async function* mergeStreams(streams: readonly AsyncIterator<EventRecord>[]): Stream {
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

/** A stream of the events in a list, sorted by start time. */
export async function* streamOf(list: readonly EventRecord[]): Stream {
  yield* list.toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
}

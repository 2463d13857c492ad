import { setImmediate as turn } from "node:timers/promises";
import { rows } from "../collections.ts";
import type { Span } from "./condition.ts";
import { type IndexRange, type QueryTarget, spanRange } from "./walk.ts";

/** Keys read before the event loop gets a turn: few at first, since one range is often short. */
const FIRST_PORTION = 100;
const PORTION = 3_200;
/** The length of the id of a row, which has a form that keys do not escape. */
const ID_LENGTH = "row_".length + 24;
/** Up to this number of ids of a range are held in memory. */
const MAX_IDS = 100_000;
/** Reading this number of rows costs less than comparing their ids with another range. */
const FEW_IDS = 500;
/** A record costs as much as this number of keys. */
const KEYS_PER_RECORD = 16;

/** The ids of the rows in an index range, in portions and in order, without reading the rows. */
export async function* idsIn({ store }: QueryTarget, place: IndexRange): AsyncGenerator<string[], void> {
  let after: string | undefined;
  for (let limit = FIRST_PORTION; ; limit = Math.min(4 * limit, PORTION)) {
    const page = await store.keys(rows, { ...place, tail: ID_LENGTH, limit, ...(after !== undefined && { after }) });
    yield page.items.map(idAtEnd);
    after = page.next;
    if (after === undefined) return;
    await turn();
  }
}

const idAtEnd = (key: string): string => (key.length === ID_LENGTH ? key : key.slice(-ID_LENGTH));

/** The rows that are in several index ranges. */
interface Common {
  readonly ids: Set<string>;
  /** Whether all ranges were compared. One that is much longer than the rest is left out: see `fits`. */
  readonly isComplete: boolean;
}

/**
 * The ids of the rows that are in all index ranges. The ranges are read side by side until the shortest one ends, so a
 * long range costs little if another one is short. Undefined if none of them is short enough.
 */
export async function commonIds(target: QueryTarget, spans: readonly Span[]): Promise<Common | undefined> {
  const ranges = spans.map((span) => ({ portions: idsIn(target, spanRange(target, span)), read: [] as string[][] }));
  const shortest = await shortestOf(ranges);
  if (!shortest) return undefined;
  let ids = new Set<string>();
  for await (const portion of paced(shortest.read)) for (const id of portion) ids.add(id);
  let isComplete = true;
  for (const range of ranges) {
    if (range === shortest) continue;
    if (ids.size <= FEW_IDS) return { ids, isComplete: false };
    const both = await those(ids, range);
    if (both) ids = both;
    else isComplete = false;
  }
  return { ids, isComplete };
}

interface Range {
  readonly portions: AsyncGenerator<string[], void>;
  /** The portions read so far. */
  readonly read: string[][];
}

async function shortestOf(ranges: readonly Range[]): Promise<Range | undefined> {
  for (let count = 0; count < MAX_IDS; ) {
    for (const range of ranges) {
      const { value, done } = await range.portions.next();
      if (done) return range;
      range.read.push(value);
    }
    count += ranges[0]?.read.at(-1)?.length ?? 0;
  }
  return undefined;
}

/** The ids that are in a range too. Undefined if reading the rows is cheaper than reading the range. */
async function those(ids: ReadonlySet<string>, { read, portions }: Range): Promise<Set<string> | undefined> {
  const both = new Set<string>();
  let left = KEYS_PER_RECORD * ids.size;
  const keep = (portion: readonly string[]) => {
    left -= portion.length;
    for (const id of portion) if (ids.has(id)) both.add(id);
  };
  for await (const portion of paced(read)) keep(portion);
  for await (const portion of portions) {
    keep(portion);
    if (left < 0) return undefined;
  }
  return both;
}

async function* paced<T>(portions: readonly T[]): AsyncGenerator<T, void> {
  for (const portion of portions) {
    yield portion;
    await turn();
  }
}

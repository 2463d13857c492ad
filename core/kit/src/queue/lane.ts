import type { Transacting } from "@postern/core";
import { type Collection, defineCollection, type Reads } from "@postern/core/storage";
import { Type } from "@sinclair/typebox";
import { paceItems } from "../paging/scan.ts";
import type { Arrivals } from "./arrivals.ts";
import type { Entries, Stored } from "./entry.ts";
import { repeated, repeats } from "./rules.ts";

/** Unchanged from the moment an entry enters an empty lane until the last one has left it. */
interface Lane {
  lane: string;
}

/** The collections of a queue: its entries and its non-empty lanes. */
export interface Line {
  readonly entries: Entries;
  readonly lanes: Collection<Lane>;
  readonly arrivals: Arrivals;
}

export const lanesOf = (queue: string): Line["lanes"] =>
  defineCollection(`${queue}.lane`, { schema: Type.Object({ lane: Type.String() }), key: ({ lane }) => [lane] });

/** Orders entries of the same commit. Others are ordered by their commit number. */
let turns = 0;

/**
 * Adds an entry at the end of its lane, if it has one. Reads only whether the lane is empty, so changes within the lane
 * cause no conflicts. An entry that nothing keeps waiting is stored as `started` returns it.
 */
export async function enter(
  { store, number }: Pick<Transacting, "store" | "number">,
  { entries, lanes, arrivals }: Line,
  entry: Stored,
  lane: string | undefined,
  started = (entry: Stored): Stored => entry,
): Promise<Stored> {
  const isBehind = lane !== undefined && (await store.get(lanes, lane)) !== undefined;
  if (lane !== undefined && !isBehind) await store.put(lanes, { lane });
  const place = lane !== undefined && { place: { lane, number, turn: turns++ } };
  const placed: Stored = { ...entry, ...place, ...(isBehind && { isBehind }) };
  const entered = isBehind || entry.delay > 0 ? placed : started(placed);
  if (entered === placed && !isBehind && entry.delay <= 0) arrivals.announce(entry.id);
  await store.put(entries, entered);
  return entered;
}

/** Stores entries whose work has ended, done or dead: repeating ones wait for their next run, others are finished. */
export async function conclude(
  ctx: Pick<Transacting, "store" | "now">,
  line: Line,
  entry: Stored,
): Promise<{ isFinished: boolean; released?: Stored | undefined }> {
  if (!repeats(entry)) {
    const [released] = await finish(ctx, line, entry);
    return { isFinished: true, released };
  }
  await ctx.store.put(line.entries, repeated(entry, ctx.now));
  return { isFinished: false };
}

/** Stores finished entries, and releases and returns the next entries of their lanes. */
export async function finish(
  { store, now }: Pick<Transacting, "store" | "now">,
  { entries, lanes, arrivals }: Line,
  ...finished: readonly Stored[]
): Promise<readonly Stored[]> {
  const left: { lane: string; next: Stored | undefined }[] = [];
  const gone = new Set(finished.map(({ id }) => id));
  // All searches come first, because searching a lane gets slower with every staged change.
  for await (const { place, isBehind } of paceItems(finished)) {
    if (place && !isBehind) left.push({ lane: place.lane, next: await firstBut(gone, store, entries, place.lane) });
  }
  for await (const { place: _, isBehind: __, lease: ___, ...entry } of paceItems(finished))
    await store.put(entries, entry);
  const all: Stored[] = [];
  for await (const { lane, next } of paceItems(left)) {
    if (next) {
      const entry = released(next, now);
      await store.put(entries, entry);
      arrivals.announce(entry.id);
      all.push(entry);
    } else await store.delete(lanes, lane);
  }
  return all;
}

async function firstBut(gone: ReadonlySet<string>, store: Reads, entries: Entries, lane: string) {
  let after: string | undefined;
  do {
    const { items, next } = await store.find(entries, {
      by: "byLane",
      prefix: [lane],
      limit: Math.min(200, gone.size + 1),
      ...(after !== undefined && { after }),
    });
    const first = items.find(({ id }) => !gone.has(id));
    if (first) return first;
    after = next;
  } while (after !== undefined);
  return undefined;
}

/** Releases an entry. Its wait is limited to its delay, in case the clock was set back, unless its time is fixed. */
function released({ isBehind: _, ...entry }: Stored, now: number): Stored {
  if (entry.isTimed) return entry;
  return { ...entry, dueAt: Math.min(entry.dueAt, now + entry.delay) };
}

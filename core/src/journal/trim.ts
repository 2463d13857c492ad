import { setTimeout as pause } from "node:timers/promises";
import { type Static, Type } from "@sinclair/typebox";
import { createInterval, type Loop } from "../background/loop.ts";
import type { Logger } from "../define/log.ts";
import {
  type CommitQueue,
  type CompleteDriver,
  decodeRecord,
  defineCollection,
  latestReads,
  type MaybePromise,
  type MutableRecords,
  type PageOptions,
  type Entry as Stored,
  Transaction,
} from "../storage/index.ts";
import { idOf } from "./cursor.ts";
import { type Entry, journalRange, keptIn } from "./entry.ts";
import { trimmed } from "./read.ts";

/** How much history of events is kept. */
export interface JournalLimits {
  /** In milliseconds; 30 days by default. */
  readonly age?: number;
  /** Size of stored events in bytes; 512 MiB by default. */
  readonly bytes?: number;
}

/** A part of the journal that is deleted as a whole. Stored, so that its size is counted only once. */
const Segment = Type.Object({
  /** Encoded keys of its first and its last record. */
  first: Type.String(),
  last: Type.String(),
  /** The id of its last event. */
  end: Type.String(),
  /** Time of its last event, in Unix milliseconds. */
  at: Type.Number(),
  bytes: Type.Number(),
});
type Segment = Static<typeof Segment>;
const segments = defineCollection("gateway.journal-segment", { schema: Segment, key: ({ first }) => [first] });

const DAY = 24 * 60 * 60 * 1000;
const INTERVAL = 60_000;
const SEGMENT_BYTES = 2 ** 22;
const SEGMENT_RECORDS = 4_096;
/** A segment spans at most this fraction of the age limit, so that a slowly growing journal respects it too. */
const SEGMENTS_PER_AGE = 16;
/** How many records are read or deleted at a time, with a pause in between for writers. */
const PORTION = 128;
const PAUSE = 5;
/** Of 4 MiB each: more are counted when the first have been deleted. */
const MAX_SEGMENTS = 100_000;

interface Setting {
  readonly driver: CompleteDriver;
  readonly queue: CommitQueue;
  readonly log: Logger;
  now(): number;
  transact<T>(work: (ctx: { readonly store: MutableRecords }) => MaybePromise<T>): Promise<T>;
}

/** Keeps the journal within its limits, in small steps, until it is stopped. */
export const startTrimming = (setting: Setting, limits: JournalLimits): Loop =>
  createInterval(INTERVAL, { ...setting, name: "journal", work: (signal) => trim(setting, limits, signal) });

/** Counts new records, then deletes whole segments from the start while the journal is over its limits. */
export async function trim(setting: Setting, limits: JournalLimits, signal: AbortSignal): Promise<void> {
  const { age = 30 * DAY, bytes = 512 * 2 ** 20 } = limits;
  await count(setting, age / SEGMENTS_PER_AGE, signal);
  const all = await segmentsIn(setting.driver, { limit: MAX_SEGMENTS });
  let total = all.reduce((sum, segment) => sum + segment.bytes, 0);
  for (const segment of all) {
    if (signal.aborted || (total <= bytes && segment.at >= setting.now() - age)) return;
    await drop(setting, segment, signal);
    total -= segment.bytes;
  }
}

/** Creates segments for everything since the last one. A rest that does not fill a segment is left for later. */
async function count(setting: Setting, span: number, signal: AbortSignal): Promise<void> {
  const { driver, now } = setting;
  const [newest] = await segmentsIn(driver, { reverse: true, limit: 1 });
  let start = newest?.last.concat("\0") ?? journalRange.start;
  let open: Segment | undefined;
  let since = 0;
  let records = 0;
  while (!signal.aborted) {
    driver.refresh?.();
    const found = await driver.range({ start, end: journalRange.end, limit: PORTION });
    for (const stored of found) {
      const isFirst = open === undefined;
      open = extended(open, stored);
      if (isFirst) since = open.at;
      if (++records < SEGMENT_RECORDS && open.bytes < SEGMENT_BYTES) continue;
      await note(setting, open);
      open = undefined;
      records = 0;
    }
    const last = found.at(-1);
    if (!last || found.length < PORTION) {
      if (open && since < now() - span) await note(setting, open);
      return;
    }
    start = `${last.key}\0`;
    await pause(PAUSE, undefined, { ref: false });
  }
}

function extended(open: Segment | undefined, stored: Stored): Segment {
  const { key, value } = stored;
  const { first = key, bytes = 0 } = open ?? {};
  const size = bytes + key.length + Buffer.byteLength(value);
  try {
    const last = keptIn(key, decodeRecord(key, value).data as Entry).at(-1);
    if (last) return { first, last: key, end: idOf(last), at: last.at, bytes: size };
  } catch {
    // A damaged record is counted, and deleted with its segment.
  }
  return { first, last: key, end: open?.end ?? "0.0", at: open?.at ?? 0, bytes: size };
}

/** Another process may have stored the same segment already. */
const note = (setting: Setting, segment: Segment): Promise<void> =>
  setting.transact(async ({ store }) => {
    if (!(await store.get(segments, segment.first))) await store.put(segments, segment);
  });

/** Records the trim position first, so that no reader mistakes a partly deleted segment for the whole. */
async function drop(setting: Setting, segment: Segment, signal: AbortSignal): Promise<void> {
  const { driver, queue } = setting;
  await setting.transact(({ store }) => store.write(trimmed, segment.end));
  for (;;) {
    driver.refresh?.();
    const found = await driver.range({ start: segment.first, end: `${segment.last}\0`, limit: PORTION });
    if (found.length > 0) {
      const tx = new Transaction(driver);
      for (const { key } of found) tx.delete(key);
      await queue.commit(tx.batch());
    }
    if (found.length < PORTION) break;
    if (signal.aborted) return;
    await pause(PAUSE, undefined, { ref: false });
  }
  await setting.transact(({ store }) => store.delete(segments, segment.first));
}

const segmentsIn = async (driver: CompleteDriver, page: PageOptions): Promise<Segment[]> =>
  (await latestReads(driver).find(segments, page)).items;

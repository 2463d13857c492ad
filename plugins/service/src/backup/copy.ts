import { setImmediate as turn } from "node:timers/promises";
import {
  type CompleteDriver,
  DamagedRecord,
  decodeRecord,
  type Entry,
  type Reader,
  SEAL_LENGTH,
  sealOf,
  type Version,
} from "@postern/core/storage";

/** How many records are read or written at a time, with turns of the event loop in between. */
const PORTION = 256;
/** Limit of a portion in characters, since records may have many megabytes. */
const MAX_TEXT = 2 ** 23;

/** A portion of the ordered records of a store, as they were written, without the driver's checksums. */
export interface Portion {
  readonly entries: readonly Entry[];
  /** Encoded keys of damaged records, which are not among the entries. */
  readonly damaged: readonly string[];
}

export async function* portionsOf(reader: Reader): AsyncGenerator<Portion> {
  let start = "";
  let limit = 16;
  for (;;) {
    const found = await reader.range({ start, end: "\uffff", limit });
    const entries: Entry[] = [];
    const damaged: string[] = [];
    let text = 0;
    for (const { key, value } of found) {
      text += value.length;
      try {
        entries.push({ key, value: unsealed(key, value) });
      } catch (error) {
        if (!(error instanceof DamagedRecord)) throw error;
        damaged.push(key);
      }
    }
    yield { entries, damaged };
    const last = found.at(-1);
    if (!last || found.length < limit) return;
    start = `${last.key}\0`;
    limit = Math.max(1, Math.min(PORTION, limit * 2, Math.floor((MAX_TEXT * limit) / Math.max(1, text))));
    await turn();
  }
}

/**
 * Copies records into a store. `number` is that of the last commit of their store: later commits have greater numbers.
 */
export async function fill(driver: CompleteDriver, portions: AsyncIterable<Portion>, number: Version): Promise<number> {
  let count = 0;
  const put = async (entries: readonly Entry[]) => {
    const [answer] = await driver.commit([{ checks: [], writes: entries, atLeast: number }]);
    if (answer === undefined || answer === false || answer < number)
      throw new Error(`The storage driver ${driver.name} cannot continue the commit numbers of another store`);
  };
  for await (const { entries } of portions) {
    if (entries.length > 0) await put(entries);
    count += entries.length;
  }
  return count;
}

/** The first key at which two sequences of records differ. Undefined if they are equal. */
export async function differenceOf(
  left: AsyncIterable<Portion>,
  right: AsyncIterable<Portion>,
): Promise<string | undefined> {
  const [one, two] = [singly(left), singly(right)];
  for (;;) {
    const [a, b] = [await one.next(), await two.next()];
    if (a.done && b.done) return undefined;
    if (a.done || b.done || a.value.key !== b.value.key || a.value.value !== b.value.value)
      return (a.done ? b.value : a.value)?.key ?? "";
  }
}

async function* singly(portions: AsyncIterable<Portion>): AsyncGenerator<Entry, undefined> {
  for await (const { entries } of portions) yield* entries;
  return undefined;
}

/** Whether a store contains nothing at all. */
export const isEmpty = async (driver: Reader): Promise<boolean> =>
  (await driver.range({ start: "", end: "\uffff", limit: 1 })).length === 0;

/** The record without its checksum. Throws DamagedRecord if it differs from what was written. */
function unsealed(key: string, text: string): string {
  decodeRecord(key, text);
  return sealOf(text) ? `${text.slice(0, text.length - SEAL_LENGTH)}}` : text;
}

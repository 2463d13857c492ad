import { setImmediate as turn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { Entry, Reader, Verified } from "./driver.ts";
import { decodeRecord } from "./record.ts";

/** The number of records in a collection, and a digest that does not depend on their order. */
export interface Sum {
  readonly count: number;
  readonly digest: number;
}

/** The digest is a sum of checksums. Below this limit it is exact. */
const MODULUS = 2 ** 48;
/** In characters. A driver stores the sum under a key, whose length is limited. */
const MAX_LENGTH = 256;
const NOTHING: Sum = { count: 0, digest: 0 };

/** The first part of a key, by which records are counted: a collection or an index. */
export function bucketOf(key: string): string {
  const end = key.indexOf("!:");
  return key.slice(0, end < 0 || end > MAX_LENGTH ? MAX_LENGTH : end);
}

/** The sum after the value of a key has changed. Null means absent. */
export function changed(sum: Sum = NOTHING, key: string, before: string | null, after: string | null): Sum {
  const gone = before === null ? 0 : crc32(before, crc32(key));
  const come = after === null ? 0 : crc32(after, crc32(key));
  return {
    count: sum.count + (after === null ? 0 : 1) - (before === null ? 0 : 1),
    digest: (sum.digest + come - gone + MODULUS) % MODULUS,
  };
}

const MAX_NAMED = 1_000;
const PORTION = 256;

/** Reads and checks every record, and compares the result with the sums, if the driver has them. */
export async function verified(
  reader: Reader,
  sums?: ReadonlyMap<string, Sum>,
  signal?: AbortSignal,
): Promise<Verified> {
  const found = new Map<string, Sum>();
  const keys: string[] = [];
  let checked = 0;
  let damaged = 0;
  let disorder: string | undefined;
  let last = "";
  for (;;) {
    signal?.throwIfAborted();
    const page = await reader.range({ start: last === "" ? "" : `${last}\0`, end: "\uffff", limit: PORTION });
    for (const { key, value } of page) {
      checked++;
      if (key <= last) disorder ??= key;
      if (!isIntact({ key, value })) {
        damaged++;
        if (keys.length < MAX_NAMED) keys.push(key);
      }
      if (sums) found.set(bucketOf(key), changed(found.get(bucketOf(key)), key, null, value));
      if (key > last) last = key;
    }
    if (page.length < PORTION || disorder !== undefined) break;
    await turn();
  }
  const broken = disorder === undefined ? {} : { broken: `The key ${disorder} is out of order` };
  return { checked, damaged, keys, lost: sums ? differences(sums, found) : [], ...broken };
}

function isIntact({ key, value }: Entry): boolean {
  try {
    decodeRecord(key, value);
    return true;
  } catch {
    return false;
  }
}

function differences(expected: ReadonlyMap<string, Sum>, found: ReadonlyMap<string, Sum>): Verified["lost"] {
  const lost: { collection: string; expected: number; found: number }[] = [];
  for (const collection of new Set([...expected.keys(), ...found.keys()])) {
    const { count = 0, digest = 0 } = expected.get(collection) ?? {};
    const now = found.get(collection) ?? { count: 0, digest: 0 };
    if (now.count !== count || now.digest !== digest) lost.push({ collection, expected: count, found: now.count });
  }
  return lost;
}

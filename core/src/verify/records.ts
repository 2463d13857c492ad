import { setImmediate as turn } from "node:timers/promises";
import type { Reader, Verified } from "../storage/index.ts";
import { intactData } from "../storage/record.ts";
import { bucketOf, changed, checksumOf, type Sum } from "./sums.ts";

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
      if (intactData(key, value) === undefined) {
        damaged++;
        if (keys.length < MAX_NAMED) keys.push(key);
      }
      if (sums) found.set(bucketOf(key), changed(found.get(bucketOf(key)), null, checksumOf(key, value)));
      if (key > last) last = key;
    }
    if (page.length < PORTION || disorder !== undefined) break;
    await turn();
  }
  const broken = disorder === undefined ? {} : { broken: `The key ${disorder} is out of order` };
  return { checked, damaged, keys, lost: sums ? differences(sums, found) : [], ...broken };
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

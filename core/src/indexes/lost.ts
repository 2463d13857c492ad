import { setImmediate as turn } from "node:timers/promises";
import { type Collection, type Found, type Reader, Transaction, type Verified } from "../storage/index.ts";
import { rangeAt } from "../storage/key.ts";
import { isRight, placesIn } from "./stale.ts";

const PORTION = 256;

/**
 * Compares each index with its records, both ways: a store that forgets keeps one without the other. What a plain store
 * has lost since it was opened is damaged; this also finds what it lost before.
 */
export async function lostIn(
  reader: Reader,
  collections: readonly Collection[],
  signal: AbortSignal,
): Promise<Verified["lost"]> {
  const lost: Verified["lost"][number][] = [];
  for (const collection of collections) {
    const records = { collection: collection.head, expected: 0, found: 0 };
    for (const index of collection.indexes) {
      const led = await tally(reader, index.head, signal, (tx, entry) => isRight(tx, collection, index, entry, true));
      if (led.expected - led.found > records.expected - records.found) Object.assign(records, led);
      const kept = await tally(reader, collection.head, signal, (tx, record) => isEntered(tx, index, record));
      if (kept.found < kept.expected) lost.push({ collection: index.head, ...kept });
    }
    if (records.found < records.expected) lost.push(records);
  }
  return lost;
}

async function isEntered(tx: Transaction, index: Collection["indexes"][number], record: Found): Promise<boolean> {
  for (const { name } of placesIn(index, record)) {
    await tx.load(name, true);
    if (tx.intact(name) === undefined) return false;
  }
  return true;
}

/** How many there are, and how many of them have what belongs to them. */
async function tally(
  reader: Reader,
  head: string,
  signal: AbortSignal,
  isWhole: (tx: Transaction, item: Found) => Promise<boolean>,
): Promise<{ expected: number; found: number }> {
  let [expected, found] = [0, 0];
  let after: string | undefined;
  do {
    signal.throwIfAborted();
    const tx = new Transaction(reader);
    const page = await tx.list(rangeAt(head), { limit: PORTION, ...(after !== undefined && { after }) }, true);
    for (const item of page.items) if (await isWhole(tx, item)) found++;
    expected += page.items.length;
    after = page.next;
    await turn();
  } while (after !== undefined);
  return { expected, found };
}

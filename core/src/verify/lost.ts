import { setImmediate as turn } from "node:timers/promises";
import { isEntered, isRight } from "../runtime/indexes/stale.ts";
import { type Collection, type Found, type Reader, Transaction, type Verified } from "../storage/index.ts";
import { rangeAt } from "../storage/key.ts";

const PORTION = 256;

/** How many entries are expected, and how many were found. */
interface Tally {
  expected: number;
  found: number;
}

const add = (tally: Tally, isThere: boolean): void => {
  tally.expected++;
  if (isThere) tally.found++;
};
const missing = ({ expected, found }: Tally): number => expected - found;

/**
 * Compares each index with its records in both directions: a store that loses data usually keeps one without the other.
 * The driver reports what a plain store lost since it was opened; this also finds earlier losses.
 */
export async function lostIn(
  reader: Reader,
  collections: readonly Collection[],
  signal: AbortSignal,
): Promise<Verified["lost"]> {
  const lost: Verified["lost"][number][] = [];
  for (const collection of collections) {
    const { head, indexes } = collection;
    const entered = indexes.map((index) => ({ index, tally: { expected: 0, found: 0 } }));
    if (indexes.length > 0)
      await each(reader, head, signal, async (tx, record) => {
        for (const { index, tally } of entered) add(tally, await isEntered(tx, index, record));
      });
    let records: Tally = { expected: 0, found: 0 };
    for (const { index, tally } of entered) {
      const led: Tally = { expected: 0, found: 0 };
      await each(reader, index.head, signal, async (tx, entry) =>
        add(led, await isRight(tx, collection, index, entry, true)),
      );
      if (missing(led) > missing(records)) records = led;
      if (missing(tally) > 0) lost.push({ collection: index.head, ...tally });
    }
    if (missing(records) > 0) lost.push({ collection: head, ...records });
  }
  return lost;
}

async function each(
  reader: Reader,
  head: string,
  signal: AbortSignal,
  see: (tx: Transaction, item: Found) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  do {
    signal.throwIfAborted();
    const tx = new Transaction(reader);
    const page = await tx.list(rangeAt(head), { limit: PORTION, after }, true);
    for (const item of page.items) await see(tx, item);
    after = page.next;
    await turn();
  } while (after !== undefined);
}

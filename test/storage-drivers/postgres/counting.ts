import {
  type CompleteDriver,
  commitNumber,
  defineCollection,
  defineCounter,
  type Reader,
  readsOf,
  recordsOf,
  Transaction,
  type Version,
} from "@postern/core/storage";
import { Type } from "@sinclair/typebox";
import { expect } from "vitest";

export const entries = defineCollection("case.entry", {
  schema: Type.Object({ number: Type.Integer(), by: Type.String(), n: Type.Integer() }),
  key: ({ number }) => [number],
});
const total = defineCounter("case.total");

/** Commits one entry, named by who writes it and how many there were before, and counts it. */
export async function addEntry(store: CompleteDriver, by: string, n: number): Promise<Version | false> {
  const tx = new Transaction(store);
  const records = recordsOf(tx);
  await records.put(entries, { number: commitNumber, by, n });
  records.add(total, 1);
  return tx.commit(store);
}

/** All entries in order, and what the counter says. */
export async function entriesIn(store: Reader) {
  const reads = readsOf(new Transaction(store));
  const found: { number: number; by: string; n: number }[] = [];
  for (let after: string | undefined; ; ) {
    const page = await reads.find(entries, { limit: 500, ...(after && { after }) });
    found.push(...page.items);
    after = page.next;
    if (!after) break;
  }
  return { entries: found, total: await reads.sum(total) };
}

/** Expects these entries, each once and nothing else, with numbers without a gap except at the given number of epochs. */
export async function expectExactly(store: CompleteDriver, acknowledged: readonly string[], epochs = 0): Promise<void> {
  const { entries, total } = await entriesIn(store);
  expect(entries.map(({ by, n }) => `${by} ${n}`).sort()).toEqual([...acknowledged].sort());
  expect(total).toBe(acknowledged.length);
  const numbers = entries.map(({ number }) => number);
  expect(numbers.filter((number, at) => at > 0 && number !== (numbers[at - 1] as number) + 1)).toHaveLength(epochs);
}

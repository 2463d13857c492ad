import { setTimeout as pause } from "node:timers/promises";
import memory from "@postern/storage-memory";
import { expect, it, onTestFinished } from "vitest";
import { transact } from "../../../core/src/runtime/transactions.ts";
import { type Batch, type CompleteDriver, complete, createCommitQueue } from "../../../core/src/storage/index.ts";
import { versionOf } from "../../../core/src/storage/record.ts";
import { things } from "../../../core/src/testing/driver/records.ts";

/** Two views of one store that writes one commit at a time and takes a while to flush it, but rejects a late one at once. */
async function twoOnOneStore(flush: number) {
  const driver = await complete(memory());
  let before: Promise<unknown> = Promise.resolve();
  async function isLate({ checks }: Batch): Promise<boolean> {
    for (const { start, found } of checks) {
      const value = await driver.getItem(start);
      if ((value === null ? null : versionOf(value)) !== (found[0]?.version ?? null)) return true;
    }
    return false;
  }
  async function commit(batches: Batch[]) {
    if (!(await Promise.all(batches.map(isLate))).every(Boolean)) await pause(flush);
    return driver.commit(batches);
  }
  function commitInTurn(batches: Batch[]) {
    const done = before.then(() => commit(batches));
    before = done.catch(() => {});
    return done;
  }
  const view = (): CompleteDriver => Object.create(driver, { commit: { value: commitInTurn } });
  return [view(), view()].map((driver) => ({ driver, queue: createCommitQueue(driver) })) as [Store, Store];
}
type Store = Parameters<typeof transact>[0];

const increment = (store: Store) =>
  transact(store, async (records) => {
    const value = ((await records.get(things, "n"))?.value as number | undefined) ?? 0;
    await records.put(things, { at: ["n"], value: value + 1 });
  });

it.each([1, 10, 40, 150])(
  "a gateway that writes without a break lets another write to the same record (flush: %i ms)",
  async (flush) => {
    const [busy, other] = await twoOnOneStore(flush);
    let isOver = false;
    const writers = Array.from({ length: 10 }, async () => {
      while (!isOver) await increment(busy);
    });
    onTestFinished(async () => {
      isOver = true;
      await Promise.all(writers);
    });
    await pause(5 * flush + 50);
    for (let n = 0; n < 3; n++) await expect(increment(other)).resolves.toBeUndefined();
  },
);

import { type Batch, createCommitQueue, encodeKey, encodeRecord, OutcomeUnknown } from "@postern/core/storage";
import memory from "@postern/storage-memory";
import { expect, it } from "vitest";
import { unlessWritten } from "../../../core/src/storage/unless-written.ts";
import { until } from "../../run/until.ts";

const GUARD = encodeKey(["guard"]);

const put = (name: string): Batch => ({
  checks: [],
  writes: [{ key: encodeKey([name]), value: encodeRecord(name) }],
});
const losing = (name: string): Batch => ({
  ...put(name),
  checks: [{ start: GUARD, end: `${GUARD}\0`, found: [{ key: GUARD, version: 99 }] }],
});

/** A guarded store whose reads fail on request, and the numbers of all groups that reached its driver. */
async function guarded(isOurs = async () => true) {
  const store = memory();
  const groups: number[] = [];
  let broken = false;
  const driver = {
    ...store,
    async commit(batches: readonly Batch[]) {
      groups.push(batches.length);
      return store.commit(batches);
    },
    getItem(key: string) {
      if (broken) throw new Error("no reads");
      return store.getItem(key) as string | null;
    },
  };
  const queue = createCommitQueue(await unlessWritten(driver, GUARD, isOurs, "restart"));
  const breakReads = (isBroken: boolean) => {
    broken = isBroken;
  };
  return { store, queue, groups, breakReads };
}

it("a commit whose group had a conflict is answered once although the record cannot be read", async () => {
  const { queue, groups, breakReads, store } = await guarded();
  for (let round = 0; round < 60; round++) {
    breakReads(true);
    const answers = await Promise.all([queue.commit(put(`a${round}`)), queue.commit(losing(`b${round}`))]);
    breakReads(false);
    expect(answers).toEqual([round + 1, false]);
  }
  expect(groups).toEqual(Array(60).fill(2));
  expect(store.position?.()).toBe(60);
});

it("a store whose record was written by another process is read-only, and says that it wrote nothing", async () => {
  const { store, queue, groups } = await guarded(async () => false);
  expect(await queue.commit(put("a"))).toBe(1);
  await store.commit([{ checks: [], writes: [{ key: GUARD, value: encodeRecord("other") }] }]);
  expect(await queue.commit(put("b"))).toBe(false);
  const refused = await queue.commit(put("b")).catch((error: unknown) => error);
  expect(refused).toMatchObject({ reason: "read_only", message: "restart", nothingWritten: true });
  expect(refused).not.toBeInstanceOf(OutcomeUnknown);
  expect(groups).toEqual([1, 1]);
});

it("a store whose record was written and still means the same accepts commits after one conflict", async () => {
  const { store, queue, breakReads } = await guarded();
  await store.commit([{ checks: [], writes: [{ key: GUARD, value: encodeRecord("same") }] }]);
  breakReads(true);
  expect(await queue.commit(put("a"))).toBe(false);
  expect(await queue.commit(put("a"))).toBe(false);
  breakReads(false);
  await until(async () => expect(await queue.commit(put("a"))).toBe(2));
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CompleteDriver,
  complete,
  defineCollection,
  defineCounter,
  defineSortedSet,
  recordsOf,
  type StoreDriver,
  Transaction,
} from "@postern/core/storage";
import { Type } from "@sinclair/typebox";
import fsLite from "unstorage/drivers/fs-lite";
import memory from "unstorage/drivers/memory";
import { describe, expect, it } from "vitest";
import { dying } from "./faults.ts";

const accounts = defineCollection("a", {
  schema: Type.Object({ name: Type.String(), holds: Type.Number() }),
  key: ({ name }) => [name],
});
const moves = defineCollection("m", {
  schema: Type.Object({ n: Type.Number(), note: Type.String() }),
  key: ({ n }) => [n],
  indexes: { byNote: ({ note }) => [note] },
});
const moved = defineCounter("c");
const last = defineSortedSet("p");

const STEPS = 4;
const open = (disk: StoreDriver) => complete(disk, { lease: false });

/** Moves n between two accounts, in a commit with all kinds of writes. */
async function move(store: CompleteDriver, n: number): Promise<boolean> {
  const tx = new Transaction(store);
  const records = recordsOf(tx);
  for (const [name, by] of [
    ["Ada", -n],
    ["bob", n],
  ] as const) {
    const holds = (await records.get(accounts, name))?.holds ?? 100;
    await records.put(accounts, { name, holds: holds + by });
  }
  await records.put(moves, { n, note: `note ${n}` });
  if (n > 2) await records.delete(moves, n - 2);
  records.add(moved, n);
  records.place(last, ["the one"], [n]);
  return (await tx.commit(store)) !== false;
}

/** The number of moves in the store. Fails if a move is incomplete. */
async function wholeMoves(store: CompleteDriver): Promise<number> {
  const records = recordsOf(new Transaction(store));
  const bob = (await records.get(accounts, "bob"))?.holds ?? 100;
  const ada = (await records.get(accounts, "Ada"))?.holds ?? 100;
  const n = [0, 1, 3, 6, 10].indexOf(bob - 100);
  expect(n).toBeGreaterThanOrEqual(0);
  expect(ada).toBe(200 - bob);
  expect(await records.sum(moved)).toBe(bob - 100);
  const kept = Array.from({ length: n }, (_, at) => at + 1).slice(-2);
  expect((await records.find(moves)).items.map((one) => one.n)).toEqual(kept);
  expect((await records.find(moves, { by: "byNote" })).items.map((one) => one.n)).toEqual(kept);
  expect((await records.placed(last)).items).toEqual(n > 0 ? [["the one"]] : []);
  return n;
}

/** Runs moves until the disk fails; returns the number of acknowledged moves. */
async function runUntilDeath(disk: StoreDriver): Promise<number> {
  let acknowledged = 0;
  try {
    const store = await open(disk);
    for (let n = (await wholeMoves(store)) + 1; n <= STEPS; n++) {
      await move(store, n);
      acknowledged = n;
    }
  } catch {
    // The disk failed: only the stored state counts.
  }
  return acknowledged;
}

const places: Record<string, () => Promise<{ disk: StoreDriver; remove(): Promise<unknown> }>> = {
  async memory() {
    return { disk: memory(), remove: async () => {} };
  },
  async "fs-lite"() {
    const base = await mkdtemp(join(tmpdir(), "postern-"));
    return { disk: fsLite({ base }), remove: () => rm(base, { recursive: true, force: true }) };
  },
};

for (const [name, make] of Object.entries(places)) {
  describe(`a crash over ${name}`, () => {
    for (const torn of [false, true]) {
      it(`leaves only complete commits, at every ${torn ? "torn " : ""}write`, async () => {
        for (let at = 1, died = true; died; at++) {
          const { disk, remove } = await make();
          const mortal = dying(disk, at, torn);
          const acknowledged = await runUntilDeath(mortal);
          died = mortal.isDead();
          const store = await open(disk);
          const n = await wholeMoves(store);
          expect(n).toBeGreaterThanOrEqual(acknowledged);
          expect(n).toBeLessThanOrEqual(acknowledged + 1);
          for (let next = n + 1; next <= STEPS; next++) await move(store, next);
          expect(await wholeMoves(await open(disk))).toBe(STEPS);
          await remove();
        }
      });

      it(`leaves only complete commits, if the repair crashes too, ${torn ? "torn" : "whole"}`, async () => {
        for (let at = 8; at < 40; at += 3) {
          for (let again = 1; again < 16; again += 2) {
            const { disk, remove } = await make();
            const first = await runUntilDeath(dying(disk, at, torn));
            const second = await runUntilDeath(dying(disk, again, torn));
            expect(await wholeMoves(await open(disk))).toBeGreaterThanOrEqual(Math.max(first, second));
            await remove();
          }
        }
      });
    }
  });
}

import assert from "node:assert/strict";
import { createCommitQueue, recordsOf, Transaction } from "../../storage/index.ts";
import type { Promised } from "./place.ts";
import { change, look, ranks, visits } from "./records.ts";

export const counters: Promised = {
  async "adds to a counter from many concurrent commits without conflicts"({ store }) {
    const queue = createCommitQueue(store);
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, at) => {
        const tx = new Transaction(store);
        recordsOf(tx).add(visits, at % 2 === 0 ? 3 : -1, "page");
        return queue.commit(tx.batch());
      }),
    );
    assert.ok(!answers.includes(false));
    assert.equal(await look(store).sum(visits, "page"), 500);
    assert.equal(await look(store).sum(visits, "other page"), 0);
  },

  async "decrements a counter to zero and below"({ store }) {
    for (const [by, sum] of [
      [2, 2],
      [-2, 0],
      [-1, -1],
      [5, 4],
    ] as const) {
      await change(store, (records) => records.add(visits, by, "page"));
      assert.equal(await look(store).sum(visits, "page"), sum);
    }
  },

  async "shows a transaction its own additions, and refuses it if another changed a counter it read"({ store }) {
    const tx = new Transaction(store);
    const records = recordsOf(tx);
    records.add(visits, 2, "page");
    records.add(visits, 3, "page");
    assert.equal(await records.unchecked.sum(visits, "page"), 5);
    await change(store, (others) => others.add(visits, 10, "page"));
    assert.notEqual(await tx.commit(store), false);
    assert.equal(await look(store).sum(visits, "page"), 15);

    const reader = new Transaction(store);
    await recordsOf(reader).sum(visits, "page");
    await change(store, (others) => others.add(visits, 1, "page"));
    recordsOf(reader).add(visits, 1, "other page");
    assert.equal(await reader.commit(store), false);
  },

  async "keeps each member at one position during concurrent moves"({ store }) {
    const queue = createCommitQueue(store);
    const move = (member: number, at: number) => {
      const tx = new Transaction(store);
      recordsOf(tx).place(ranks, ["member", member], ["board", at]);
      return queue.commit(tx.batch());
    };
    const moves = Array.from({ length: 400 }, (_, at) => move(at % 20, (at * 7919) % 1000));
    assert.ok(!(await Promise.all(moves)).includes(false));
    const last = Array.from({ length: 20 }, (_, member) => [((380 + member) * 7919) % 1000, member] as const);
    const expected = last.sort(([a], [b]) => a - b).map(([, member]) => ["member", member]);
    assert.deepEqual((await look(store).placed(ranks, { prefix: ["board"] })).items, expected);
    assert.deepEqual(
      (await look(store).placed(ranks, { reverse: true, limit: 3 })).items,
      expected.slice(-3).reverse(),
    );
    assert.equal(await look(store).placedCount(ranks), 20);
  },

  async "shows a transaction the members it has moved"({ store }) {
    await change(store, (records) => {
      for (let member = 0; member < 5; member++) records.place(ranks, [member], [member * 10]);
    });
    const number = await change(store, async (records) => {
      records.place(ranks, [0], [25]);
      records.unplace(ranks, [4]);
      records.place(ranks, [9], [5]);
      assert.deepEqual((await records.placed(ranks)).items, [[9], [1], [2], [0], [3]]);
      assert.deepEqual((await records.unchecked.placed(ranks, { limit: 2, offset: 2 })).items, [[2], [0]]);
      assert.equal(await records.placedCount(ranks), 5);
    });
    assert.notEqual(number, false);
    assert.deepEqual((await look(store).placed(ranks)).items, [[9], [1], [2], [0], [3]]);
  },
};

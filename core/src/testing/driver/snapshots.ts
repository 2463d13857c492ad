import assert from "node:assert/strict";
import { countIn, type Reader, readsOf, Transaction } from "../../storage/index.ts";
import type { Promised } from "./place.ts";
import { change, people, things, visits } from "./records.ts";

async function whole(reader: Reader) {
  const { unchecked } = readsOf(new Transaction(reader));
  return {
    things: (await unchecked.find(things, { limit: 1000 })).items,
    back: (await unchecked.find(things, { limit: 5, offset: 3, reverse: true })).items,
    people: (await unchecked.find(people, { by: "byTeam", prefix: ["x"] })).items,
    visits: await unchecked.sum(visits),
    one: await unchecked.get(things, 7),
    count: await countIn(reader, { start: "", end: "\uffff", limit: 10_000 }),
  };
}

export const snapshots: Promised = {
  async "shows the same state for as long as a snapshot is open"({ store }) {
    await change(store, async (records) => {
      for (let at = 0; at < 50; at++) records.put(things, { at: [at], value: at });
      await records.put(people, { id: 1, name: "Ada", teams: ["x"] });
      records.add(visits, 5);
    });
    const snapshot = store.snapshot();
    const before = await whole(snapshot);
    assert.equal(before.things.length, 50);
    for (let round = 0; round < 40; round++) {
      await change(store, async (records) => {
        for (let at = round; at < 100; at += 3) {
          if (at % 5 === 0) records.delete(things, at);
          else records.put(things, { at: [at], value: `round ${round}` });
        }
        await records.put(people, { id: 1, name: "Ada", teams: [round % 2 ? "x" : "y"] });
        await records.put(people, { id: round + 2, name: `Bob ${round}`, teams: ["x"] });
        records.add(visits, 1);
      });
    }
    assert.deepEqual(await whole(snapshot), before);
    snapshot.release();
    const after = store.snapshot();
    assert.equal((await whole(after)).visits, 45);
    after.release();
  },

  async "never shows half of a commit during concurrent commits"({ store }) {
    const write = (n: number) =>
      change(store, (records) => {
        for (let at = 0; at < 8; at++) records.put(things, { at: ["same", at], value: n });
      });
    await write(0);
    let writing = true;
    const writer = (async () => {
      for (let n = 1; n <= 60; n++) await write(n);
      writing = false;
    })();
    while (writing) {
      store.refresh?.();
      const snapshot = store.snapshot();
      const { items } = await readsOf(new Transaction(snapshot)).find(things, { prefix: ["same"] });
      snapshot.release();
      assert.equal(items.length, 8);
      assert.equal(new Set(items.map(({ value }) => value)).size, 1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writer;
  },
};

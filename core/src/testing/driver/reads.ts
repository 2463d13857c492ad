import assert from "node:assert/strict";
import { type CompleteDriver, countIn, encodeKey, keysIn, rangeOf } from "../../storage/index.ts";
import type { Promised } from "./place.ts";
import { change, look, things } from "./records.ts";

const fill = (store: CompleteDriver, count: number) =>
  change(store, (records) => {
    for (let at = 0; at < count; at++) records.put(things, { at: ["n", at], value: at });
    records.put(things, { at: ["m", 1], value: "before" });
    records.put(things, { at: ["n0"], value: "behind" });
  });

async function valuesIn(store: CompleteDriver, query: { limit: number; offset?: number; reverse?: boolean }) {
  const entries = await store.range({ ...rangeOf([things.name, "n"]), ...query });
  return entries.map(({ value }) => JSON.parse(value).d.value);
}

export const reads: Promised = {
  async "reads a range up to its limit, from an offset, and backwards"({ store }) {
    await fill(store, 40);
    assert.deepEqual(await valuesIn(store, { limit: 3 }), [0, 1, 2]);
    assert.deepEqual(await valuesIn(store, { limit: 3, offset: 5 }), [5, 6, 7]);
    assert.deepEqual(await valuesIn(store, { limit: 3, reverse: true }), [39, 38, 37]);
    assert.deepEqual(await valuesIn(store, { limit: 3, offset: 5, reverse: true }), [34, 33, 32]);
    assert.deepEqual(await valuesIn(store, { limit: 10, offset: 38 }), [38, 39]);
    assert.deepEqual(await valuesIn(store, { limit: 10, offset: 38, reverse: true }), [1, 0]);
    assert.deepEqual(await valuesIn(store, { limit: 10, offset: 40 }), []);
    assert.deepEqual(await valuesIn(store, { limit: 0 }), []);
    assert.equal((await valuesIn(store, { limit: 1000 })).length, 40);
  },

  async "lists the keys of a range, whole or cut to their end, with the last one whole"({ store }) {
    await fill(store, 40);
    const range = rangeOf([things.name, "n"]);
    const snapshot = store.snapshot();
    try {
      for (const query of [{}, { offset: 5 }, { reverse: true }, { offset: 38 }, { offset: 40 }, { limit: 1 }]) {
        const wanted = { ...range, limit: 10, ...query };
        const keys = (await store.range(wanted)).map(({ key }) => key);
        for (const reader of [store, snapshot]) {
          assert.deepEqual(await keysIn(reader, wanted), keys);
          const cut = await keysIn(reader, { ...wanted, tail: 4 });
          assert.deepEqual(
            cut.map((key) => key.slice(-4)),
            keys.map((key) => key.slice(-4)),
          );
          if (keys.length === wanted.limit) assert.equal(cut.at(-1), keys.at(-1));
        }
      }
    } finally {
      snapshot.release();
    }
  },

  async "includes the start of a range and excludes its end"({ store }) {
    await fill(store, 10);
    const [start, end] = [encodeKey([things.name, "n", 3]), encodeKey([things.name, "n", 6])];
    for (const reverse of [false, true]) {
      const found = (await store.range({ start, end, limit: 100, reverse })).map(
        ({ value }) => JSON.parse(value).d.value,
      );
      assert.deepEqual(reverse ? found.reverse() : found, [3, 4, 5]);
      assert.deepEqual(await store.range({ start: end, end: start, limit: 100, reverse }), []);
      assert.deepEqual(await store.range({ start, end: start, limit: 100, reverse }), []);
    }
    assert.equal(await countIn(store, { start, end, limit: 100 }), 3);
    assert.equal(await countIn(store, { start: end, end: start, limit: 100 }), 0);
    assert.equal((await store.range({ start: "", end: "\uffff", limit: 100 })).length, 12);
  },

  async "counts up to a limit"({ store }) {
    await fill(store, 40);
    const range = rangeOf([things.name, "n"]);
    assert.equal(await countIn(store, { ...range, limit: 1000 }), 40);
    assert.equal(await countIn(store, { ...range, limit: 7 }), 7);
    assert.equal(await countIn(store, { ...rangeOf([things.name, "none"]), limit: 7 }), 0);
  },

  async "pages through a range in both directions"({ store }) {
    await fill(store, 25);
    for (const reverse of [false, true]) {
      const found: unknown[] = [];
      let after: string | undefined;
      do {
        const page = await look(store).find(things, { prefix: ["n"], limit: 7, reverse, ...(after && { after }) });
        found.push(...page.items.map(({ value }) => value));
        after = page.next;
      } while (after);
      assert.deepEqual(
        reverse ? found.reverse() : found,
        Array.from({ length: 25 }, (_, at) => at),
      );
    }
  },
};

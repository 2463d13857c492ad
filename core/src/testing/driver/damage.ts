import assert from "node:assert/strict";
import { createCommitQueue, encodeKey, recordsOf, Transaction } from "../../storage/index.ts";
import type { Promised } from "./place.ts";
import { change, look, people, things, visits } from "./records.ts";

export const damage: Promised = {
  async "reports a damaged record and never returns it"({ store, tamper }) {
    await change(store, async (records) => {
      for (let at = 0; at < 5; at++) records.put(things, { at: [at], value: `value ${at}` });
      await records.put(people, { id: 1, name: "Ada", teams: ["x"] });
      await records.put(people, { id: 2, name: "Bob", teams: ["x"] });
    });
    const broken = encodeKey([things.name, 2]);
    const whole = (await store.getItem(broken)) as string;
    const found: string[] = [];
    for (const text of [whole.slice(0, 30), whole.slice(0, 3), "", "no JSON", `${whole}}`, "{}", '"text"', "null"]) {
      await tamper(broken, text);
      store.refresh?.();
      const records = recordsOf(new Transaction(store, (key) => found.push(key)));
      await assert.rejects(async () => records.get(things, 2), { code: "DAMAGED_RECORD", key: broken });
      const { items } = await records.find(things);
      assert.deepEqual(
        items.map(({ value }) => value),
        ["value 0", "value 1", "value 3", "value 4"],
      );
      // Once by the read of the record itself, once by the page that skipped it.
      assert.deepEqual(found.splice(0), [broken, broken]);
    }
    await tamper(encodeKey([people.name, 1]), "x");
    assert.deepEqual(
      (await look(store).find(people, { by: "byTeam", prefix: ["x"] })).items.map(({ name }) => name),
      ["Bob"],
    );
  },

  async "keeps working if another record is damaged"({ store, tamper }) {
    await change(store, (records) => records.put(things, { at: [1], value: 1 }));
    await tamper(encodeKey([things.name, 1]), "x");
    store.refresh?.();
    const number = await change(store, async (records) => {
      await records.find(things);
      await records.put(things, { at: [2], value: 2 });
    });
    assert.notEqual(number, false);
    await change(store, (records) => records.put(things, { at: [1], value: "mended" }));
    assert.equal((await look(store).get(things, 1))?.value, "mended");
  },

  async "fails only the batch that cannot be applied"({ store, tamper }) {
    await change(store, (records) => records.add(visits, 1, "damaged"));
    await tamper(encodeKey([visits.name, "damaged"]), "x");
    store.refresh?.();
    const queue = createCommitQueue(store);
    const add = (page: string) => {
      const tx = new Transaction(store);
      recordsOf(tx).add(visits, 1, page);
      return queue.commit(tx.batch());
    };
    const results = await Promise.allSettled(["good", "damaged", "good"].map(add));
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.equal(await look(store).sum(visits, "good"), 2);
  },
};

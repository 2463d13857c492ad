import assert from "node:assert/strict";
import {
  commitNumber,
  createCommitQueue,
  inKey,
  recordsOf,
  Transaction,
  type Version,
  versionstamp,
} from "../../storage/index.ts";
import type { Promised } from "./place.ts";
import { change, look, people, things } from "./records.ts";

export const commits: Promised = {
  async "refuses a commit if a record it read was changed, created or deleted"({ store }) {
    await change(store, (records) => records.put(things, { at: ["there"], value: 1 }));
    for (const other of ["change", "come", "go"]) {
      const tx = new Transaction(store);
      const read = await recordsOf(tx).get(things, other === "come" ? "new" : "there");
      await change(store, (records) => {
        if (other === "go") records.delete(things, "there");
        else records.put(things, { at: [other === "come" ? "new" : "there"], value: 2 });
      });
      recordsOf(tx).put(things, { at: ["result"], value: read?.value });
      assert.equal(await tx.commit(store), false, other);
    }
    assert.equal(await look(store).get(things, "result"), undefined);
  },

  async "refuses a commit if a range it read has gained or lost a record"({ store }) {
    await change(store, (records) => records.put(things, { at: ["list", 5], value: 1 }));
    for (const other of [4, 6, 5]) {
      const tx = new Transaction(store);
      await recordsOf(tx).find(things, { prefix: ["list"] });
      await change(store, (records) =>
        other === 5 ? records.delete(things, "list", 5) : records.put(things, { at: ["list", other], value: 1 }),
      );
      recordsOf(tx).put(things, { at: ["result"], value: other });
      assert.equal(await tx.commit(store), false, String(other));
    }
  },

  async "accepts a commit if the changes are outside its reads"({ store }) {
    await change(store, (records) => {
      for (let at = 0; at < 9; at++) records.put(things, { at: ["list", at * 10], value: at });
    });
    const tx = new Transaction(store);
    await recordsOf(tx).find(things, { prefix: ["list"], limit: 3 });
    await change(store, (records) => records.put(things, { at: ["list", 75], value: 0 }));
    recordsOf(tx).put(things, { at: ["result"], value: 0 });
    assert.notEqual(await tx.commit(store), false);
  },

  async "accepts only one of two commits that read each other's writes"({ store }) {
    const close = async (from: string, to: string) => {
      const tx = new Transaction(store);
      const records = recordsOf(tx);
      const { items } = await records.find(things, { prefix: ["edge", to] });
      if (!items.some(({ value }) => value === from)) await records.put(things, { at: ["edge", from, to], value: to });
      return tx;
    };
    const [one, two] = [await close("a", "b"), await close("b", "a")];
    const answers = await store.commit([one.batch(), two.batch()]);
    assert.equal(answers.filter((answer) => answer === false).length, 1);
    assert.equal((await look(store).find(things, { prefix: ["edge"] })).items.length, 1);
  },

  async "validates the batches of a group one after the other"({ store }) {
    await change(store, (records) => records.put(things, { at: ["n"], value: 0 }));
    const increments = await Promise.all(
      Array.from({ length: 5 }, async (_, at) => {
        const tx = new Transaction(store);
        if (at !== 3) await recordsOf(tx).get(things, "n");
        await recordsOf(tx).put(things, { at: [at === 3 ? "other" : "n"], value: at });
        return tx;
      }),
    );
    const answers = await store.commit(increments.map((tx) => tx.batch()));
    assert.deepEqual(
      answers.map((answer) => answer !== false),
      [true, false, false, true, false],
    );
    assert.equal((await look(store).get(things, "n"))?.value, 0);
    assert.equal((await look(store).get(things, "other"))?.value, 3);
  },

  async "writes all of a batch or nothing"({ store }) {
    const tx = new Transaction(store);
    await recordsOf(tx).get(things, "guard");
    for (let at = 0; at < 50; at++) await recordsOf(tx).put(things, { at: ["part", at], value: at });
    await change(store, (records) => records.put(things, { at: ["guard"], value: 1 }));
    assert.equal(await tx.commit(store), false);
    assert.equal(await look(store).count(things, { prefix: ["part"] }), 0);
  },

  async "numbers its commits in ascending order"({ store }) {
    const queue = createCommitQueue(store);
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, at) => {
        const tx = new Transaction(store);
        await recordsOf(tx).put(things, { at: ["seq", commitNumber], value: at });
        return queue.commit(tx.batch());
      }),
    );
    for (let at = 1; at < answers.length; at++) assert.ok((answers[at] as Version) > (answers[at - 1] as Version));
    const { items } = await look(store).find(things, { prefix: ["seq"], limit: 1000 });
    assert.deepEqual(
      items.map(({ value }) => value),
      Array.from({ length: 300 }, (_, at) => at),
    );
  },

  async "validates a batch without writes, and returns the number of the last commit"({ store }) {
    const number = await change(store, (records) => records.put(things, { at: ["n"], value: 0 }));
    const tx = new Transaction(store);
    await recordsOf(tx).get(things, "n");
    assert.equal(await tx.commit(store), number);
    await change(store, (records) => records.put(things, { at: ["n"], value: 1 }));
    assert.equal(await tx.commit(store), false);
  },

  async "reports the number of the last commit, if it reports one"({ store }) {
    for (const value of [1, 2]) {
      const number = await change(store, (records) => records.put(things, { at: ["n"], value }));
      store.refresh?.();
      if (store.position) assert.equal(await store.position(), number);
    }
  },

  async "fills in the commit number in keys and values"({ store }) {
    const number = (await change(store, (records) =>
      records.put(things, {
        at: [commitNumber, `id_${versionstamp}`],
        value: {
          number: commitNumber,
          list: [commitNumber],
          id: `id_${versionstamp}`,
          twice: versionstamp + versionstamp,
        },
      }),
    )) as Version;
    const hex = inKey(number);
    const found = await look(store).get(things, number, `id_${hex}`);
    assert.deepEqual(found, {
      at: [number, `id_${hex}`],
      value: { number, list: [number], id: `id_${hex}`, twice: hex + hex },
    });
  },

  async "finds records through indexes, even after their index keys have changed"({ store }) {
    await change(store, (records) => records.put(people, { id: 1, name: "Ada", teams: ["x", "y"] }));
    await change(store, async (records) => {
      const ada = await records.get(people, 1);
      assert.ok(ada);
      ada.teams.push("z");
      ada.teams.shift();
      await records.put(people, ada);
    });
    const inTeam = async (team: string) =>
      (await look(store).find(people, { by: "byTeam", prefix: [team] })).items.map(({ name }) => name);
    assert.deepEqual([await inTeam("x"), await inTeam("y"), await inTeam("z")], [[], ["Ada"], ["Ada"]]);
    await change(store, (records) => records.delete(people, 1));
    assert.deepEqual(await inTeam("y"), []);
    assert.equal(await look(store).one(people, "byName", "Ada"), undefined);
  },

  async "accepts only one of two records with the same unique key"({ store }) {
    const claim = async (id: number) => {
      const tx = new Transaction(store);
      await recordsOf(tx).put(people, { id, name: "Ada", teams: [] });
      return tx.batch();
    };
    const answers = await store.commit([await claim(1), await claim(2)]);
    assert.deepEqual(
      answers.map((answer) => answer !== false),
      [true, false],
    );
    assert.equal((await look(store).one(people, "byName", "Ada"))?.id, 1);
    await assert.rejects(async () => look(store).put(people, { id: 2, name: "Ada", teams: [] }), {
      code: "NOT_UNIQUE",
      collection: "case.person",
      index: "byName",
      key: ["Ada"],
    });
  },
};

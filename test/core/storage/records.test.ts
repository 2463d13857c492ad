import {
  type Batch,
  commitNumber,
  defineCollection,
  defineCounter,
  defineRecord,
  defineSortedSet,
  type MutableRecords,
  readsOf,
  recordsOf,
  Transaction,
} from "@postern/core/storage";
import memory from "@postern/storage-memory";
import { Type } from "@sinclair/typebox";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const tasks = defineCollection("t.task", {
  schema: Type.Object({
    id: Type.Number(),
    owner: Type.String(),
    tags: Type.Array(Type.String()),
    slug: Type.String(),
  }),
  key: ({ id }) => [id],
  indexes: {
    byOwner: ({ owner }) => (owner === "nobody" ? undefined : [owner]),
    byTag: ({ tags }) => tags.map((tag) => [tag]),
    bySlug: ({ slug }) => [slug],
  },
  unique: ["bySlug"],
});
type Task = { id: number; owner: string; tags: string[]; slug: string };
const seen = defineCounter("t.seen");
const rank = defineSortedSet("t.rank");
const mark = defineRecord<string>("t.mark");

const id = fc.nat({ max: 6 });
const task = fc.record({
  id,
  owner: fc.constantFrom("ada", "bob", "nobody"),
  tags: fc.array(fc.constantFrom("x", "y", "z"), { maxLength: 3 }),
  slug: fc.constantFrom("one", "two", "three", "four", "five"),
});
const step = fc.oneof(
  fc.record({ do: fc.constant("put" as const), task }),
  fc.record({ do: fc.constant("delete" as const), id }),
  fc.record({ do: fc.constant("add" as const), id, by: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ do: fc.constant("place" as const), id, at: fc.nat({ max: 9 }) }),
  fc.record({ do: fc.constant("unplace" as const), id }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The same records in a simple model. */
class Model {
  tasks = new Map<number, Task>();
  seen = new Map<number, number>();
  rank = new Map<number, number>();

  apply(step: Step): boolean {
    if (step.do === "put") {
      for (const other of this.tasks.values()) {
        if (other.id !== step.task.id && other.slug === step.task.slug) return false;
      }
      this.tasks.set(step.task.id, step.task);
    } else if (step.do === "delete") this.tasks.delete(step.id);
    else if (step.do === "add") this.seen.set(step.id, (this.seen.get(step.id) ?? 0) + step.by);
    else if (step.do === "place") this.rank.set(step.id, step.at);
    else this.rank.delete(step.id);
    return true;
  }

  sorted(holds: (task: Task) => boolean = () => true): Task[] {
    return [...this.tasks.values()].filter(holds).sort((a, b) => a.id - b.id);
  }
}

async function apply(records: MutableRecords, step: Step): Promise<boolean> {
  if (step.do === "put") {
    try {
      await records.put(tasks, { ...step.task, tags: [...step.task.tags] });
    } catch {
      return false;
    }
  } else if (step.do === "delete") await records.delete(tasks, step.id);
  else if (step.do === "add") records.add(seen, step.by, step.id);
  else if (step.do === "place") records.place(rank, [step.id], [step.at]);
  else records.unplace(rank, [step.id]);
  return true;
}

async function expectSame(records: MutableRecords, model: Model): Promise<void> {
  for (const reads of [records, records.unchecked]) {
    expect((await reads.find(tasks)).items).toEqual(model.sorted());
    expect((await reads.find(tasks, { reverse: true, offset: 1, limit: 2 })).items).toEqual(
      model.sorted().reverse().slice(1, 3),
    );
    expect((await reads.find(tasks, { from: [2], to: [5] })).items).toEqual(
      model.sorted((one) => one.id >= 2 && one.id < 5),
    );
    expect(await reads.count(tasks)).toBe(model.tasks.size);
    for (const owner of ["ada", "bob", "nobody"]) {
      const theirs = owner === "nobody" ? [] : model.sorted((one) => one.owner === owner);
      expect((await reads.find(tasks, { by: "byOwner", prefix: [owner] })).items).toEqual(theirs);
      expect(await reads.count(tasks, { by: "byOwner", prefix: [owner] })).toBe(theirs.length);
    }
    for (const tag of ["x", "y"]) {
      const tagged = model.sorted((one) => one.tags.includes(tag));
      expect((await reads.find(tasks, { by: "byTag", prefix: [tag] })).items).toEqual(tagged);
    }
    for (const slug of ["one", "two", "five"]) {
      expect(await reads.one(tasks, "bySlug", slug)).toEqual(model.sorted((one) => one.slug === slug)[0]);
    }
    for (let id = 0; id <= 6; id++) {
      expect(await reads.get(tasks, id)).toEqual(model.tasks.get(id));
      expect(await reads.sum(seen, id)).toBe(model.seen.get(id) ?? 0);
    }
    const order = [...model.rank].sort(([a, x], [b, y]) => x - y || a - b).map(([id]) => [id]);
    expect((await reads.placed(rank)).items).toEqual(order);
    expect((await reads.placed(rank, { reverse: true, limit: 2, offset: 1 })).items).toEqual(
      [...order].reverse().slice(1, 3),
    );
    expect(await reads.placedCount(rank)).toBe(order.length);
  }
}

describe("records", () => {
  it("read like a simple model, within a transaction and after it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 6 }), async (transactions) => {
        const store = memory();
        const model = new Model();
        for (const steps of transactions) {
          const tx = new Transaction(store);
          const records = recordsOf(tx);
          for (const one of steps) expect(await apply(records, one)).toBe(model.apply(one));
          await expectSame(records, model);
          expect(await tx.commit(store)).not.toBe(false);
          await expectSame(recordsOf(new Transaction(store)), model);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("leave nothing of a deleted record", async () => {
    const store = memory();
    const run = async (work: (records: MutableRecords) => unknown) => {
      const tx = new Transaction(store);
      await work(recordsOf(tx));
      await tx.commit(store);
    };
    await run((records) => records.put(tasks, { id: 1, owner: "ada", tags: ["x", "y"], slug: "one" }));
    await run((records) => records.put(tasks, { id: 1, owner: "bob", tags: ["y", "z"], slug: "two" }));
    await run((records) => records.place(rank, [1], [4]));
    await run((records) => records.place(rank, [1], [3]));
    await run((records) => records.add(seen, 1));
    await run((records) => records.delete(tasks, 1));
    await run((records) => records.unplace(rank, [1]));
    await run((records) => records.add(seen, -1));
    expect(store.getKeys("", {})).toEqual([]);
  });

  it("write the put value, even if the object is changed afterwards", async () => {
    const store = memory();
    const tx = new Transaction(store);
    const one = { id: 1, owner: "ada", tags: ["x"], slug: "one" };
    await recordsOf(tx).put(tasks, one);
    one.owner = "bob";
    one.tags.push("y");
    await tx.commit(store);
    expect(await readsOf(new Transaction(store)).get(tasks, 1)).toEqual({
      id: 1,
      owner: "ada",
      tags: ["x"],
      slug: "one",
    });
  });

  it("are refused if the function of an index fails, with the collection, the index and the reason", async () => {
    const store = memory();
    const records = recordsOf(new Transaction(store));
    const put = (data: object) => records.put(tasks, { id: 1, owner: "ada", tags: [], slug: "one", ...data } as Task);
    expect(() => put({ owner: undefined })).toThrow(
      "t.task: the function of the index byOwner failed for the record 00000000000001: A part of a key must be a string",
    );
    expect(() => put({ tags: undefined })).toThrow(
      /^t\.task: the function of the index byTag failed for the record \w+: Cannot read properties of undefined/,
    );
  });

  it("keep a unique key for one record, even if two are put concurrently", async () => {
    const tx = new Transaction(memory());
    const records = recordsOf(tx);
    const put = async (id: number) => records.put(tasks, { id, owner: "ada", tags: [], slug: "one" });
    const results = await Promise.allSettled([put(1), put(2)]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await records.delete(tasks, 1);
    await put(2);
    expect((await records.one(tasks, "bySlug", "one"))?.id).toBe(2);
  });

  it("list a record with a future number after all existing ones", async () => {
    const store = memory();
    const events = defineCollection("t.event", {
      schema: Type.Object({ n: Type.Number(), what: Type.String() }),
      key: ({ n }) => [n],
      indexes: { byWhat: ({ what, n }) => [what, n] },
    });
    for (const what of ["a", "b"]) {
      const tx = new Transaction(store);
      const records = recordsOf(tx);
      await records.put(events, { n: commitNumber, what });
      expect((await records.find(events, { reverse: true })).items[0]?.what).toBe(what);
      expect((await records.get(events, commitNumber))?.what).toBe(what);
      await tx.commit(store);
    }
    const { items } = await readsOf(new Transaction(store)).find(events, { by: "byWhat" });
    expect(items).toEqual([
      { n: 1, what: "a" },
      { n: 2, what: "b" },
    ]);
  });

  it("include single records", async () => {
    const store = memory();
    const tx = new Transaction(store);
    recordsOf(tx).write(mark, "here");
    expect(tx.isEmpty).toBe(false);
    await tx.commit(store);
    expect(await readsOf(new Transaction(store)).read(mark)).toBe("here");
  });
});

describe("the batch of a transaction", () => {
  const checked = ({ checks }: Batch) => checks.length;

  it("checks each record once, except unchecked reads", async () => {
    const tx = new Transaction(memory());
    const records = recordsOf(tx);
    const { unchecked } = records;
    await unchecked.get(tasks, 1);
    await unchecked.find(tasks);
    await unchecked.count(tasks);
    await unchecked.sum(seen);
    expect(checked(tx.batch())).toBe(0);
    await records.get(tasks, 1);
    await records.get(tasks, 1);
    expect(checked(tx.batch())).toBe(1);
    records.add(seen, 1);
    records.place(rank, [1], [1]);
    records.write(mark, "x");
    expect(checked(tx.batch())).toBe(1);
  });

  it("keeps what it reads, except unchecked reads of a snapshot", async () => {
    const snapshot = memory().snapshot();
    let count = 0;
    const getItem = (key: string) => {
      count++;
      return snapshot.getItem(key);
    };
    const { release: _release, ...latest } = snapshot;
    const readTwice = async (reads: { get: typeof records.get }) => {
      count = 0;
      await reads.get(tasks, 1);
      await reads.get(tasks, 1);
      return count;
    };
    const records = readsOf(new Transaction({ ...snapshot, getItem }));
    expect([await readTwice(records.unchecked), await readTwice(records)]).toEqual([2, 1]);
    expect(await readTwice(readsOf(new Transaction({ ...latest, getItem })).unchecked)).toBe(1);
  });

  it("reads the entries that a checked page skips, to detect their changes", async () => {
    const store = memory();
    const fill = new Transaction(store);
    for (let id = 0; id < 6; id++) await recordsOf(fill).put(tasks, { id, owner: "ada", tags: [], slug: `s${id}` });
    await fill.commit(store);
    const tx = new Transaction(store);
    expect((await recordsOf(tx).find(tasks, { offset: 3, limit: 1 })).items[0]?.id).toBe(3);
    const other = new Transaction(store);
    await recordsOf(other).delete(tasks, 0);
    await other.commit(store);
    recordsOf(tx).write(mark, "x");
    expect(await tx.commit(store)).toBe(false);
  });

  it("writes an index entry only if it has changed", async () => {
    const store = memory();
    const first = new Transaction(store);
    await recordsOf(first).put(tasks, { id: 1, owner: "ada", tags: ["x", "y"], slug: "one" });
    expect(first.batch().writes).toHaveLength(5);
    await first.commit(store);
    const second = new Transaction(store);
    await recordsOf(second).put(tasks, { id: 1, owner: "ada", tags: ["y", "z"], slug: "one" });
    expect(second.batch().writes).toHaveLength(3);
  });
});

import { complete, recordsOf, Transaction } from "@postern/core/storage";
import { describe, expect, it } from "vitest";
import { indexStates } from "../../core/src/runtime/indexes/state.ts";
import {
  builds,
  byFirstLetter,
  byLost,
  byTag,
  byTitle,
  entries,
  type Indexes,
  inMemory,
  run,
  shelf,
  type Version,
} from "./fixtures/library.ts";

describe("an index is rebuilt", () => {
  it("if its author increases indexVersion", async () => {
    const { open } = inMemory();
    await run({ indexes: { byTitle } }, open(), ({ add }) => add(shelf(3)));
    await run({ indexes: { byTitle }, indexVersion: 2 }, open(), async ({ logged }) =>
      expect(builds(logged)).toEqual([["books.book.byTitle"]]),
    );
  });

  it("if it becomes unique, and the plugin does not start if two records share a key", async () => {
    const { open } = inMemory();
    await run({ indexes: { byTitle, byTag } }, open(), ({ add }) => add(shelf(3)));
    await run({ indexes: { byTitle, byTag }, unique: ["byTitle"] }, open(), async ({ ids }) =>
      expect(await ids("byTitle", "Tea 1")).toEqual(["b000001"]),
    );
    await run({ indexes: { byTitle, byTag }, unique: ["byTitle", "byTag"] }, open(), async ({ post }) => {
      const { status, body } = await post("books.list", { by: "byTag", at: "all" });
      expect([status, body.detail]).toEqual([
        503,
        expect.stringContaining('another record has the key ["all"] in byTag'),
      ]);
    });
  });

  it("if it is new, and the plugin does not start if its function fails for a stored record", async () => {
    const { open } = inMemory();
    await run({}, open(), ({ add }) => add(shelf(3)));
    const byShelf: Indexes[string] = (book) => [(book as { shelf?: string }).shelf as string];
    await run({ indexes: { byShelf } }, open(), async ({ post }) => {
      const { status, body } = await post("books.list", { by: "byShelf", at: "x" });
      expect([status, body.detail]).toEqual([
        503,
        expect.stringContaining(
          "books.book: the function of the index byShelf failed for the record b000000: " +
            "A part of a key must be a string or an integer from 0, not undefined",
        ),
      ]);
    });
  });

  it("if code that its function calls has changed, as a sample shows", async () => {
    const { open } = inMemory();
    let cut = 1;
    const start = (title: string) => title.slice(0, cut);
    const byStart: Indexes[string] = ({ title }) => [start(title)];
    await run({ indexes: { byStart } }, open(), ({ add }) => add(shelf(1_000)));
    cut = 3;
    await run({ indexes: { byStart } }, open(), async ({ ids }) =>
      expect(await ids("byStart", "Tea")).toHaveLength(500),
    );
  });

  it("but not if only the text of its function differs, as between two compilers", async () => {
    const { open } = inMemory();
    const compiled: Indexes[string] = (book) => {
      return [book.title];
    };
    const states = async () => {
      const store = await complete(open(), { lease: false });
      const { items } = await recordsOf(new Transaction(store)).find(indexStates);
      return items.map(({ plugin, code }) => [plugin, code.length]);
    };
    await run({ indexes: { by: byTitle } }, open(), ({ add }) => add(shelf(300)));
    for (const by of [compiled, byTitle, compiled])
      await run({ indexes: { by } }, open(), async ({ logged }) => expect(builds(logged)).toEqual([]));
    expect(await states()).toEqual([
      ["books", 2],
      ["gateway", 1],
    ]);
    expect(await entries(open(), "by")).toHaveLength(300);
  });

  it("after a step of a data migration that rewrites its records", async () => {
    const { open } = inMemory();
    await run({ indexes: { by: byTitle } }, open(), ({ add }) => add(shelf(300)));
    const indexes = { by: byFirstLetter, byTag };
    const migrate: Version["migrate"] = async (store, books) => {
      for (const book of (await store.find(books, { limit: 1_000 })).items)
        await store.put(books, { ...book, tags: [...book.tags, "moved"] });
    };
    await run({ indexes, data: 2, migrate }, open(), async ({ ids }) => {
      expect(await ids("byTag", "moved")).toHaveLength(300);
      expect(await ids("byTag", "tenth")).toHaveLength(30);
      expect(await ids("by", "M")).toHaveLength(150);
    });
    expect(await entries(open(), "by")).toHaveLength(300);
  });
});

describe("a store of an earlier version, which has no index state", () => {
  async function earlier(count: number) {
    const { open } = inMemory();
    await run({ indexes: { byTitle } }, open(), ({ add }) => add(shelf(count)));
    const store = await complete(open(), { lease: false });
    const tx = new Transaction(store);
    const records = recordsOf(tx);
    const { items } = await records.find(indexStates);
    expect(items.map(({ plugin }) => plugin)).toEqual(["books", "gateway"]);
    for (const { plugin } of items) await records.delete(indexStates, plugin);
    await tx.commit(store);
    return open;
  }

  it("is opened unchanged", async () => {
    const open = await earlier(500);
    await run({ indexes: { byTitle } }, open(), async ({ logged }) => expect(builds(logged)).toEqual([]));
    await run({ indexes: { byTitle } }, open(), async ({ logged }) => expect(builds(logged)).toEqual([]));
  });

  it("gets an index that is new in this version, even one with few records", async () => {
    const open = await earlier(500);
    await run({ indexes: { byTitle, byLost } }, open(), async ({ logged, ids }) => {
      expect(builds(logged)).toEqual([["books.book.byLost"]]);
      expect(await ids("byLost", "lost")).toEqual([]);
    });
  });
});

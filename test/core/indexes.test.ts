import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Collection,
  createGateway,
  defineCollection,
  defineCommand,
  defineGroup,
  definePlugin,
  defineQuery,
  type MutableRecords,
  T,
} from "@postern/core";
import { listen } from "@postern/core/server";
import { complete, encodeKey, recordsOf, type StoreDriver, Transaction } from "@postern/core/storage";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import lmdb from "@postern/storage-lmdb";
import native from "@postern/storage-memory";
import fsLite from "unstorage/drivers/fs-lite";
import memory from "unstorage/drivers/memory";
import { describe, expect, it } from "vitest";
import { indexStates } from "../../core/src/runtime/indexes/state.ts";
import { until } from "../run/until.ts";
import { dying } from "../storage-drivers/faults.ts";
import { folder } from "../storage-drivers/folder.ts";

const Book = T.Object({
  id: T.String(),
  title: T.String(),
  tags: T.Array(T.String()),
  isLost: T.Optional(T.Boolean()),
});
type Book = { id: string; title: string; tags: string[]; isLost?: boolean };
type Indexes = Record<string, (book: Book) => string[] | string[][] | undefined>;

const byTitle: Indexes[string] = ({ title }) => [title];
const byFirstLetter: Indexes[string] = ({ title }) => [title.slice(0, 1)];
const byTag: Indexes[string] = ({ tags }) => tags.map((tag) => [tag]);
const byLost: Indexes[string] = ({ isLost }) => (isLost ? ["lost"] : undefined);

interface Version {
  indexes?: Indexes;
  unique?: string[];
  indexVersion?: number;
  data?: number;
  migrate?: (store: MutableRecords, books: Collection<Book>) => Promise<void>;
}

/** The same group in successive releases. */
function release({ indexes = {}, unique = [], indexVersion = 1, data = 1, migrate }: Version) {
  const group = defineGroup("books", { title: "Books" });
  const books = defineCollection("books.book", {
    schema: Book,
    key: ({ id }) => [id],
    indexes,
    unique: unique as never[],
    indexVersion,
  });
  const add = defineCommand(group, {
    id: "books.add",
    summary: "Add books",
    input: T.Object({ books: T.Array(Book) }),
    output: T.Object({}),
    plan: () => ({ summary: "Add books" }),
    async execute({ store }, _plan, { books: added }) {
      for (const book of added) await store.put(books, book);
      return {};
    },
  });
  const list = defineQuery(group, {
    id: "books.list",
    summary: "List books",
    input: T.Object({ by: T.String(), at: T.String() }),
    output: T.Object({ ids: T.Array(T.String()) }),
    async run({ store }, { by, at }) {
      const { items } = await store.find(books, { by: by as never, prefix: [at], limit: 100_000 });
      return { ids: items.map(({ id }) => id) };
    },
  });
  return definePlugin(group, {
    version: "1.0.0",
    data,
    operations: [add, list],
    collections: { books },
    migrations: { 2: ({ store }) => migrate?.(store, books) },
  })();
}

async function run<T>(
  version: Version,
  storage: StoreDriver,
  use: (found: Awaited<ReturnType<typeof start>>) => Promise<T>,
): Promise<T> {
  const found = await start(version, storage);
  try {
    return await use(found);
  } finally {
    await found.stop();
  }
}

async function start(version: Version, storage: StoreDriver) {
  const { admin, logged, stop } = await testGateway({ plugins: [release(version)], storage });
  return {
    logged,
    stop,
    add: async (books: Book[]) => expect(await admin.post("books.add", { books })).toMatchObject({ status: 200 }),
    ids: async (by: string, at: string) => (await admin.post("books.list", { by, at })).body.ids as string[],
    post: admin.post,
  };
}

/** The indexes of the plugin that a start has built. */
const builds = (logged: readonly { message: string; fields: Record<string, unknown> }[]) =>
  logged
    .filter(({ message, fields }) => message === "Built indexes" && fields.plugin === "books")
    .map(({ fields }) => fields.indexes);

const shelf = (count: number, from = 0): Book[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `b${String(from + at).padStart(6, "0")}`,
    title: `${at % 2 ? "Tea" : "Milk"} ${from + at}`,
    tags: at % 10 === 0 ? ["tenth", "all"] : ["all"],
  }));

/** Every key of an index in the store. */
async function entries(storage: StoreDriver, index: string): Promise<string[]> {
  const store = await complete(storage, { lease: false });
  const head = encodeKey([`books.book.${index}`]);
  const found = await store.range({ start: head, end: `${head}"`, limit: 100_000 });
  return found.map(({ key }) => key);
}

/** A store with the same data each time it is opened. */
function inMemory() {
  const disk = memory();
  return { open: (): StoreDriver => ({ ...disk, dispose: () => {} }) };
}

const stores: Record<string, () => { open(): StoreDriver }> = {
  memory: inMemory,
  "plain files"() {
    const base = folder();
    return { open: () => fsLite({ base }) };
  },
  lmdb() {
    const path = folder();
    return { open: () => lmdb({ path }) };
  },
};

describe.each(Object.entries(stores))("over %s", (_name, make) => {
  it("builds a new index over stored records", async () => {
    const { open } = make();
    await run({ indexes: { byTitle } }, open(), ({ add }) => add(shelf(700)));
    await run({ indexes: { byTitle, byTag } }, open(), async ({ ids, logged }) => {
      expect(await ids("byTag", "tenth")).toHaveLength(70);
      expect(builds(logged)).toEqual([["books.book.byTag"]]);
    });
    await run({ indexes: { byTitle, byTag } }, open(), async ({ logged }) => expect(builds(logged)).toEqual([]));
  });

  it("rebuilds a changed index, without remains of the old one", async () => {
    const { open } = make();
    await run({ indexes: { by: byTitle } }, open(), ({ add }) => add(shelf(300)));
    await run({ indexes: { by: byFirstLetter } }, open(), async ({ ids }) => {
      expect(await ids("by", "T")).toHaveLength(150);
      expect(await ids("by", "Tea 1")).toEqual([]);
    });
    expect(await entries(open(), "by")).toHaveLength(300);
  });

  it("deletes the entries of an index that is no longer defined", async () => {
    const { open } = make();
    await run({ indexes: { byTitle, byTag } }, open(), ({ add }) => add(shelf(300)));
    await run({ indexes: { byTitle } }, open(), async () => {});
    expect(await entries(open(), "byTag")).toEqual([]);
    expect(await entries(open(), "byTitle")).toHaveLength(300);
    await run({ indexes: { byTitle, byTag } }, open(), async ({ ids }) =>
      expect(await ids("byTag", "tenth")).toHaveLength(30),
    );
  });
});

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

describe("a build that was killed", () => {
  it.each([false, true])("is resumed by the next start, at every write (torn: %j)", async (torn) => {
    const before = { indexes: { by: byTitle, byTag } };
    const after = { indexes: { by: byFirstLetter, byLost } };
    let died = true;
    for (let at = 1; died; at += 1) {
      const { open } = inMemory();
      await run(before, open(), ({ add }) => add(shelf(20)));
      const mortal = dying(open(), at, torn);
      const found = await testGateway({ plugins: [release(after)], storage: { ...mortal, dispose: () => {} } }).catch(
        () => undefined,
      );
      await found?.stop().catch(() => {});
      died = mortal.isDead();
      await run(after, open(), async ({ ids }) => {
        expect(await ids("by", "T")).toHaveLength(10);
        expect(await ids("by", "M")).toHaveLength(10);
      });
      expect(await entries(open(), "by")).toHaveLength(20);
      expect(await entries(open(), "byTag")).toEqual([]);
    }
  });
});

/** A store that dies after a number of commits, whichever of them belong to the build. */
function mortal(store: ReturnType<typeof native>, commits: number) {
  let left = commits;
  const commit: typeof store.commit = (batches) => {
    if (left-- > 0) return store.commit(batches);
    throw new Error("died");
  };
  return { storage: { ...store, commit, dispose: () => {} }, isDead: () => left < 0 };
}

it("a build that was killed between its portions is resumed where it stopped", async () => {
  const before = { indexes: { by: byTitle, byTag } };
  const after = { indexes: { by: byFirstLetter, byTag } };
  for (let at = 1, died = true; died; at++) {
    const store = native();
    const open = () => ({ ...store, dispose: () => {} });
    await run(before, open(), ({ add }) => add(shelf(800)));
    const first = mortal(store, at);
    const found = await testGateway({ plugins: [release(after)], storage: first.storage }).catch(() => undefined);
    await found?.stop().catch(() => {});
    died = first.isDead();
    await run(after, open(), async ({ ids }) => {
      expect(await ids("by", "T")).toHaveLength(400);
      expect(await ids("by", "M")).toHaveLength(400);
      expect(await ids("byTag", "tenth")).toHaveLength(80);
    });
    expect(await entries(open(), "by")).toHaveLength(800);
  }
});

it("two gateways that start on the same folder build an index together", async () => {
  const path = folder();
  await run({ indexes: { byTitle } }, lmdb({ path }), ({ add }) => add(shelf(3_000)));
  const version = { indexes: { byTitle, byTag } };
  const both = await Promise.all([start(version, lmdb({ path })), start(version, lmdb({ path }))]);
  for (const { ids } of both) expect(await ids("byTag", "tenth")).toHaveLength(300);
  for (const { stop } of both) await stop();
  expect(await entries(lmdb({ path }), "byTag")).toHaveLength(3_300);
});

it("builds an index over 20,000 records in portions, and service.status reports it", async () => {
  const path = folder();
  await run({ indexes: { byTitle } }, lmdb({ path }), async ({ add }) => {
    for (let from = 0; from < 20_000; from += 5_000) await add(shelf(5_000, from));
  });
  const plugins = [release({ indexes: { byTitle, byTag } }), service()] as const;
  const { admin, stop } = await testGateway({ plugins, storage: lmdb({ path }) });
  expect((await admin.post("books.list", { by: "byTag", at: "tenth" })).body.ids).toHaveLength(2_000);
  expect((await admin.post("service.status", {})).body.indexes).toEqual([
    {
      plugin: "books",
      indexes: ["books.book.byTag"],
      records: 20_000,
      durationMs: expect.any(Number),
      state: "built",
    },
  ]);
  await stop();
});

it("answers 503 with the progress, also at /health, while it builds indexes", async () => {
  const store = native();
  await run({ indexes: { byTitle } }, { ...store, dispose: () => {} }, ({ add }) => add(shelf(3_000)));
  let left = Number.POSITIVE_INFINITY;
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const held: typeof store.commit = async (batches) => {
    // The first portions of records pass, then the build waits until the test has looked.
    if (batches.some(({ writes }) => writes.some((write) => write.key.includes("by=54ag")))) left = Math.min(left, 5);
    if (left-- <= 0) await gate;
    return store.commit(batches);
  };
  const gateway = createGateway({
    plugins: [release({ indexes: { byTitle, byTag } })],
    storage: { ...store, commit: held },
  });
  const server = createServer();
  const port = await new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );
  await new Promise((resolve) => server.close(resolve));
  const listening = listen(gateway, { port });
  const detail = /^The gateway is starting: building indexes of books, 1,\d{3} records so far$/;
  const health = async (): Promise<{ status: number; body: Record<string, unknown> }> => {
    const answer = await fetch(`http://127.0.0.1:${port}/health`);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  await until(async () =>
    expect(await health()).toMatchObject({
      status: 503,
      body: { state: "starting", detail: expect.stringMatching(detail) },
    }),
  );
  await expect(gateway.call("books.list" as never, {} as never)).rejects.toThrow(detail);
  goOn();
  const { close } = await listening;
  expect(await health()).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(gateway.detail).toBeUndefined();
  await close();
  await gateway.stop();
});

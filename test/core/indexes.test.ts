import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createGateway } from "@postern/core";
import { listen } from "@postern/core/server";
import type { StoreDriver } from "@postern/core/storage";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import lmdb from "@postern/storage-lmdb";
import native from "@postern/storage-memory";
import fsLite from "unstorage/drivers/fs-lite";
import { describe, expect, it } from "vitest";
import { until } from "../run/until.ts";
import { folder } from "../storage-drivers/folder.ts";
import {
  builds,
  byFirstLetter,
  byTag,
  byTitle,
  entries,
  inMemory,
  release,
  run,
  shelf,
  start,
} from "./fixtures/library.ts";

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

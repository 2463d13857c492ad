import { join } from "node:path";
import lmdb from "@postern/storage-lmdb";
import { createStorage } from "unstorage";
import fs from "unstorage/drivers/fs-lite";
import { describe, expect, it } from "vitest";
import { folder } from "../../storage-drivers/folder.ts";
import { linesOf, openImporter } from "./importer.ts";
import { openTransferGateway } from "./transfer-gateway.ts";

const MINUTE = 60_000;

const expected = (count: number) => Array.from({ length: count }, (_, n) => `thing ${n}, a longer name for it`);

describe("an import in a process that is killed", () => {
  it("at any step continues in the next one, without lost or duplicate rows", async () => {
    let step = 1;
    for (let done = false; !done; step++) {
      const setup = await openImporter(false);
      const { import: id } = await setup.take(linesOf(1_700));
      const doomed = setup.serve(id, step);
      done = (await doomed.ended) === 0;
      if (!done) expect(await setup.serve(id, 0, MINUTE).ended, `step ${step}`).toBe(0);
      expect(await setup.shown(id), `step ${step}`).toMatchObject({ state: "done", rows: 1_700, of: 1_700 });
      expect(await setup.titles(), `step ${step}`).toEqual(expected(1_700));
      expect(await setup.count()).toBe(1_700);
      await setup.stop();
    }
    expect(step).toBeGreaterThan(8);
  });

  it("during an undo is undone by the next one", async () => {
    const setup = await openImporter(false);
    const { import: id } = await setup.take(linesOf(3_000));
    expect(await setup.serve(id).ended).toBe(0);
    await setup.post("bases.imports.undo", { import: id, execute: true });
    const doomed = setup.serve(id, 8);
    expect(await doomed.ended).toBe(null);
    expect((await setup.shown(id)).state).toBe("undoing");
    expect(await setup.serve(id, 0, MINUTE).ended).toBe(0);
    expect(await setup.shown(id)).toMatchObject({ state: "undone", rows: 0 });
    expect(await setup.count()).toBe(0);
  });

  it("runs once in two processes on the same store", async () => {
    const setup = await openImporter(false);
    const { import: id } = await setup.take(linesOf(8_000));
    const both = [setup.serve(id), setup.serve(id)];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(await setup.shown(id)).toMatchObject({ state: "done", rows: 8_000 });
    expect(await setup.titles()).toEqual(expected(8_000));
  });
});

describe("the file of an import", () => {
  it("is kept while it is needed, and for at most an hour after that", async () => {
    const path = folder();
    const blobs = createStorage({ driver: fs({ base: join(path, "blobs") }) });
    const options = { storage: lmdb({ path: join(path, "store") }), blobs };
    const still = await openTransferGateway({ ...options, background: false });
    await still.make();
    const { import: id } = await still.take(linesOf(1_100));
    const names = async () => (await blobs.getKeys()).length;
    expect(await names()).toBe(1);
    await still.stop();

    const setup = await openTransferGateway({ ...options, storage: lmdb({ path: join(path, "store") }) });
    expect(await setup.ended(id)).toMatchObject({ state: "done", rows: 1_100 });
    await setup.advance(2 * 60 * 60 * 1000);
    expect(await names()).toBe(0);
    expect(await setup.count()).toBe(1_100);
  });

  it("is missing, so the import is undone", async () => {
    const blobs = createStorage();
    const path = folder();
    const still = await openTransferGateway({ storage: lmdb({ path }), blobs, background: false });
    await still.make();
    const { import: id } = await still.take(linesOf(1_100));
    await still.stop();
    await blobs.clear();
    const setup = await openTransferGateway({ storage: lmdb({ path }), blobs });
    expect(await setup.ended(id)).toMatchObject({ state: "undone", reason: "the file of the import no longer exists" });
  });
});

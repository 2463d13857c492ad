import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { storeViewOf } from "@postern/core/storage";
import { verifyStore } from "@postern/core/verify";
import lmdb from "@postern/storage-lmdb";
import { createStorage } from "unstorage";
import { describe, expect, it, onTestFinished } from "vitest";
import { folder } from "./folder.ts";
import { put } from "./lmdb.ts";

describe("a store that does not exist", () => {
  const reads: Record<string, (store: ReturnType<typeof lmdb>) => unknown> = {
    getItem: (store) => store.getItem("a"),
    getKeys: (store) => store.getKeys("", {}),
    range: (store) => store.range({ start: "", end: "z", limit: 1 }),
    snapshot: (store) => store.snapshot(),
    position: (store) => store.position?.(),
    refresh: (store) => store.refresh?.(),
    figures: (store) => store.figures?.(),
    verify: (store) => store.verify?.(new AbortController().signal),
    verifyStore: (store) => verifyStore(storeViewOf(store, createStorage()), new AbortController().signal),
  };

  it.each(Object.keys(reads))("is an error for %s without a gateway, and is not created", async (read) => {
    const path = join(folder(), "mistyped");
    const store = lmdb({ path });
    onTestFinished(() => store.dispose?.());
    const reading = (async () => reads[read]?.(store))();
    await expect(reading).rejects.toMatchObject({ reason: "missing", message: expect.stringContaining(path) });
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it("is created by the first commit, and read with create: true", async () => {
    const written = lmdb({ path: join(folder(), "written") });
    const read = lmdb({ path: join(folder(), "read"), create: true });
    onTestFinished(() => Promise.all([written.dispose?.(), read.dispose?.()]).then(() => {}));
    await written.commit([put("a", 1)]);
    expect(written.getItem("a")).toBeTruthy();
    expect(read.getItem("a")).toBeNull();
  });
});

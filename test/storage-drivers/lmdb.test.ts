import { randomBytes } from "node:crypto";
import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createGateway } from "@postern/core";
import {
  type Batch,
  commitNumber,
  decodeRecord,
  encodeKey,
  encodeRecord,
  type Snapshot,
  StoreUnavailable,
  type Version,
} from "@postern/core/storage";
import projects from "@postern/projects";
import lmdb from "@postern/storage-lmdb";
import { afterEach, describe, expect, it } from "vitest";
import { networkOf } from "../../storage-drivers/lmdb/src/preflight.ts";
import { folder } from "./folder.ts";
import { ALL, dataAt, open, opened, put } from "./lmdb.ts";
import { start } from "./processes/spawn.ts";

afterEach(async () => {
  for (const store of opened.splice(0)) await store.dispose?.();
});

describe("the folder of an LMDB store", () => {
  it("is created on first use with mode 0700", async () => {
    const path = join(folder(), "deep", "store.v1");
    const store = open(path);
    expect(() => statSync(path)).toThrow();
    await store.commit([put("a", 1)]);
    expect(readdirSync(path)).toEqual(["data.mdb", "lock.mdb"]);
    const modes = [path, join(path, "data.mdb"), join(path, "lock.mdb")].map((file) => statSync(file).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });

  it("is not created with create: false", async () => {
    const path = join(folder(), "mistyped");
    const open = () =>
      createGateway({ plugins: [projects()], blobs: "memory", storage: lmdb({ path, create: false }) });
    const missing = open();
    const refused = { code: "gateway.unavailable", message: expect.stringContaining("No store exists") };
    await expect(missing.call("projects.list", {})).rejects.toMatchObject(refused);
    await expect(missing.call("projects.create", { name: "Tea" }, { execute: true })).rejects.toMatchObject(refused);
    expect(() => statSync(path)).toThrow();
    const creating = createGateway({ plugins: [projects()], blobs: "memory", storage: lmdb({ path }) });
    await creating.call("projects.create", { name: "Tea" });
    const there = open();
    expect(await there.call("projects.list", {})).toMatchObject({ projects: [{ name: "Tea" }] });
    for (const gateway of [missing, creating, there]) await gateway.stop();
  });

  it("can be reopened by a restarted gateway", async () => {
    const path = folder();
    const gateway = createGateway({ plugins: [projects()], blobs: "memory", storage: lmdb({ path }) });
    await gateway.call("projects.create", { name: "Tea" });
    await gateway.stop();
    await gateway.start();
    expect(await gateway.call("projects.list", {})).toMatchObject({ projects: [{ name: "Tea" }] });
    await gateway.stop();
  });

  it("is opened read-only if it cannot be written", async () => {
    const path = folder();
    const store = open(path);
    await store.commit([put("greeting", "hello")]);
    await store.dispose?.();
    for (const file of readdirSync(path)) chmodSync(join(path, file), 0o444);
    chmodSync(path, 0o555);
    const stranger = start("stranger.mjs", path);
    expect(await stranger.ended).toBe(0);
    const { text, ...rest } = JSON.parse(stranger.lines()[0] ?? "");
    expect(rest).toEqual({ trouble: "read_only", reason: "read_only", nothingWritten: true });
    expect(decodeRecord("greeting", text).data).toBe("hello");
    chmodSync(path, 0o700);
  });

  it("is refused if it cannot be a folder, or is on a network file system", async () => {
    const store = lmdb({ path: "/dev/null/store", create: true });
    expect(() => store.getItem("a")).toThrow(StoreUnavailable);
    expect(store.trouble()).toMatchObject({ reason: "failed" });
    await expect(store.commit([put("a", 1)])).rejects.toThrow("/dev/null/store");
    expect([0x6969, 0xff534d42, -11317950, 0xef53].map(networkOf)).toEqual(["NFS", "CIFS", "CIFS", undefined]);
  });

  it("is refused if its file is no longer a store", async () => {
    const path = folder();
    const file = join(path, "data.mdb");
    const store = open(path);
    await store.commit([put("a", 1)]);
    await store.dispose?.();
    const whole = readFileSync(file);
    const blank = Buffer.alloc(4096);
    const damaged = [
      Buffer.from("no store"),
      Buffer.from("no store at all ".repeat(1000)),
      Buffer.concat([blank, blank, whole.subarray(8192)]),
      Buffer.concat([whole.subarray(0, 4096), blank, whole.subarray(8192)]),
      whole.subarray(0, 4096),
      whole.subarray(0, 100),
    ];
    for (const bytes of damaged) {
      writeFileSync(file, bytes);
      expect(open(path).trouble()).toMatchObject({ reason: "damaged", message: expect.stringContaining("data.mdb") });
    }
    writeFileSync(file, whole);
    const again = open(path);
    expect(await dataAt(again, "a")).toBe(1);
    await again.dispose?.();
  });

  it("is refused and not treated as new if its file is empty or truncated", async () => {
    const path = folder();
    const file = join(path, "data.mdb");
    const store = open(path);
    const text = randomBytes(15_000).toString("base64");
    for (let n = 0; n < 50; n++) await store.commit([put(`a${n}`, text)]);
    await store.dispose?.();
    const whole = readFileSync(file);
    for (const size of [0, 8192, 400_000]) {
      writeFileSync(file, whole.subarray(0, size));
      const trouble = open(path).trouble();
      expect(trouble?.message).toMatch(size === 0 ? /data\.mdb is empty/ : /is truncated: it has \d+ of \d+ bytes/);
      expect(trouble?.message).toContain("postern restore --force");
      expect(statSync(file).size).toBe(size);
    }
    writeFileSync(file, whole);
    expect(await dataAt(open(path), "a49")).toBe(text);
  });

  it("can be opened twice in one process", async () => {
    const path = folder();
    const stores = [open(path), open(path)];
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const batch: Batch = { checks: [], writes: [{ key: "count", add: 1 }] };
        return stores[n % 2]?.commit([batch, batch]);
      }),
    );
    const numbers = answers.flat().sort((a, b) => Number(a) - Number(b));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    for (const store of stores) {
      store.refresh?.();
      expect(await dataAt(store, "count")).toBe(400);
    }
    await stores[0]?.dispose?.();
    expect(await stores[1]?.commit([put("a", 1)])).toEqual([401]);
  });

  it("keeps all records and numbers when it is reopened", async () => {
    const path = folder();
    const first = open(path);
    await first.commit([put("a", "x".repeat(5_000_000)), put("b", "\u0000 😀 \ud800")]);
    await first.dispose?.();
    await expect(first.commit([put("a", 1)])).rejects.toMatchObject({ reason: "closed" });
    const second = open(path);
    expect(await dataAt(second, "a")).toBe("x".repeat(5_000_000));
    expect(await dataAt(second, "b")).toBe("\u0000 😀 \ud800");
    expect(await second.commit([put("c", 1)])).toEqual([3]);
  });
});

describe("the files of an open LMDB store", () => {
  it("refuse commits after they are deleted, with an error", async () => {
    const path = folder();
    const store = open(path);
    await store.commit([put("a", 1)]);
    rmSync(path, { recursive: true });
    const refused = { reason: "gone", nothingWritten: true, message: expect.stringContaining("data.mdb was deleted") };
    await expect(store.commit([put("b", 2)])).rejects.toMatchObject(refused);
    expect(store.trouble()).toMatchObject({ reason: "gone" });
    expect(await dataAt(store, "a")).toBe(1);
    expect(() => statSync(path)).toThrow();
  });

  it("refuse commits while they are replaced by a copy, until they are put back", async () => {
    const path = join(folder(), "store");
    const store = open(path);
    await store.commit([put("a", 1)]);
    cpSync(path, `${path}.copy`, { recursive: true });
    renameSync(path, `${path}.kept`);
    renameSync(`${path}.copy`, path);
    await expect(store.commit([put("b", 2)])).rejects.toMatchObject({ reason: "gone" });
    expect(store.trouble()?.message).toContain("was replaced while the store was open");
    rmSync(path, { recursive: true });
    renameSync(`${path}.kept`, path);
    expect(store.trouble()).toBe(undefined);
    expect(await store.commit([put("b", 2)])).toEqual([2]);
  });
});

describe("reads of an LMDB store", () => {
  it("are refused only if there are more readers than slots", async () => {
    const path = folder();
    const store = lmdb({ path, maxReaders: 8 });
    opened.push(store);
    const held: Snapshot[] = [];
    const take = async () => {
      await store.commit([put("a", held.length)]);
      held.push(store.snapshot());
    };
    await expect(async () => {
      for (;;) await take();
    }).rejects.toMatchObject({ name: "StoreUnavailable", reason: "failed" });
    expect(held.length).toBeGreaterThan(4);
    for (const [at, snapshot] of held.entries()) expect(await dataAt(snapshot, "a")).toBe(at);
    for (const snapshot of held.splice(0)) snapshot.release();
    await take();
    expect(await dataAt(store, "a")).toBe(0);
    held[0]?.release();
  });

  it("see each commit as soon as it is acknowledged", async () => {
    const store = open();
    for (let n = 0; n < 50; n++) {
      await store.commit([put("a", n)]);
      expect(await dataAt(store, "a")).toBe(n);
    }
  });
});

describe("commits of an LMDB store", () => {
  const point = (key: string, version?: Version) => ({
    start: key,
    end: `${key}\0`,
    found: version === undefined ? [] : [{ key, version }],
  });

  it("validate each batch of a group after the one before it", async () => {
    const store = open();
    const create: Batch = { ...put("a", 1), checks: [point("a")] };
    expect(await store.commit([create, create, put("b", 1), { checks: [point("a", 1)], writes: [] }])).toEqual([
      1,
      false,
      2,
      2,
    ]);
    const page = { start: "a", end: "c", found: [{ key: "a", version: 1 }] };
    expect(await store.commit([{ ...put("c", 1), checks: [page] }])).toEqual([false]);
    const whole = { ...page, found: [...page.found, { key: "b", version: 2 }] };
    expect(
      await store.commit([
        { ...put("bb", 1), checks: [whole] },
        { checks: [whole], writes: [] },
      ]),
    ).toEqual([3, false]);
    expect(await store.commit([])).toEqual([]);
    expect(await store.commit([{ checks: [], writes: [] }])).toEqual([3]);
  });

  it("roll back a group if one of its batches fails", async () => {
    const store = open();
    const key = encodeKey(["total"]);
    await store.commit([put("a", 1), { checks: [], writes: [{ key, value: "no record" }] }]);
    const onDamaged = store.commit([put("a", 2), { checks: [], writes: [{ key, add: 1 }] }]);
    await expect(onDamaged).rejects.toMatchObject({ code: "DAMAGED_RECORD", key });
    const tooLong: Batch = { checks: [], writes: [{ key: "k".repeat(1979), value: encodeRecord(1) }] };
    await expect(store.commit([put("a", 2), tooLong])).rejects.toThrow("must have 1 to 1978 bytes in LMDB, not 1979");
    await expect(store.commit([put("a", 2), { checks: [], writes: [{ key: "", value: null }] }])).rejects.toThrow(
      "must have 1 to 1978 bytes in LMDB, not 0",
    );
    expect(await dataAt(store, "a")).toBe(1);
    expect(await store.commit([put("k".repeat(1978), 1)])).toEqual([3]);
    expect(await dataAt(store, "k".repeat(1978))).toBe(1);
  });

  it("number concurrent batches in the order they were sent", async () => {
    const store = open();
    const key = encodeKey(["journal", commitNumber]);
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, group) =>
        store.commit(Array.from({ length: group % 7 }, (_, n) => put(key, [group, n]))),
      ),
    );
    const numbers = sent.flat();
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    const entries = await store.range(ALL);
    expect(entries.map(({ key, value }) => decodeRecord(key, value).version)).toEqual(numbers);
  });
});

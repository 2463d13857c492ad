import { createHash, randomBytes } from "node:crypto";
import { type Batch, decodeRecord, encodeKey, encodeRecord, rangeOf, type Verified } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";
import { open } from "lmdb";
import { expect, it } from "vitest";
import { compressionOptions } from "../../storage-drivers/lmdb/src/compression.ts";
import { DICTIONARY } from "../../storage-drivers/lmdb/src/dictionary.ts";
import { folder } from "./folder.ts";
import { start } from "./processes/spawn.ts";

const COUNT = 500;
const key = (n: number) => encodeKey(["thing", n]);
const recordOf = (n: number) => ({ id: n, title: `Thing ${n}`, text: `number ${n} `.repeat(25) });
const put = (n: number, data: unknown = recordOf(n)): Batch => ({
  checks: [],
  writes: [{ key: key(n), value: encodeRecord(data) }],
});

async function filled() {
  const path = folder();
  const store = lmdb({ path });
  await store.commit(Array.from({ length: COUNT }, (_, n) => put(n)));
  return { path, store };
}
const dataAt = async (store: ReturnType<typeof lmdb>, n: number) =>
  decodeRecord(key(n), String(await store.getItem(key(n)))).data;
const verify = async (path: string): Promise<Verified | undefined> =>
  lmdb({ path }).verify?.(new AbortController().signal);

/** The values as they are stored. */
async function storedIn(path: string): Promise<Buffer[]> {
  const plain = open<Buffer, string>({ path, noSubdir: false, encoding: "binary", cache: false });
  const values = [...plain.getRange({ start: key(0), end: key(COUNT) })].map(({ value }) => value);
  await plain.close();
  return values;
}

it("uses a dictionary that never changes, because stored values refer to it", () => {
  expect(DICTIONARY.length % 8).toBe(0);
  expect(createHash("sha256").update(DICTIONARY).digest("hex")).toBe(
    "69ee19da50919fb6cf281a6097a2d72f21e41479af7e0f8209dc2da084ce34f3",
  );
});

it("reads a value that was compressed by the first version of the dictionary", async () => {
  const path = folder();
  const text = '{"v":             1,"d":{"id":7,"title":"Kept","text":"one two one two"},"k":"00000000"}';
  const options = { path, noSubdir: false, cache: false } as const;
  const plain = open<Buffer, string>({ ...options, encoding: "binary" });
  await plain.put(
    key(7),
    Buffer.from("/gAAWA/AAQdWaWQiOjcGAmRLZXB0IiylAINvbmUgdHdvIAgAVCJ9LCJrcwBQMDAwIn0=", "base64"),
  );
  expect(lmdb({ path }).getItem(key(7))).toBe(text);
  await plain.close();
});

it("opens, reads, writes and verifies a store without compressed values", async () => {
  const { path, store } = await filled();
  await store.dispose?.();
  const compression = compressionOptions();
  const source = open<string, string>({ path, noSubdir: false, encoding: "string", cache: false, compression });
  const old = folder();
  const target = open<string, string>({ path: old, noSubdir: false, encoding: "string", cache: false });
  target.transactionSync(() => {
    for (const { key, value } of source.getRange({})) target.putSync(key, value);
  });
  await Promise.all([source.close(), target.close()]);
  expect((await storedIn(old)).every((value) => value[0] === "{".charCodeAt(0))).toBe(true);

  const again = lmdb({ path: old });
  const page = await again.range({ ...rangeOf(["thing"]), limit: COUNT });
  expect(page.map(({ key, value }) => decodeRecord(key, value).data)).toEqual(
    Array.from({ length: COUNT }, (_, n) => recordOf(n)),
  );
  expect(await verify(old)).toEqual({ checked: COUNT, damaged: 0, keys: [], lost: [] });
  expect(await again.commit([put(3, "changed"), put(COUNT)])).toEqual([COUNT + 1, COUNT + 2]);
  expect(await Promise.all([3, 4, COUNT].map((n) => dataAt(again, n)))).toEqual([
    "changed",
    recordOf(4),
    recordOf(COUNT),
  ]);
  expect(await verify(old)).toEqual({ checked: COUNT + 1, damaged: 0, keys: [], lost: [] });
  await again.dispose?.();
});

it("stores records in less space", async () => {
  const { path, store } = await filled();
  const lengths = (await store.range({ ...rangeOf(["thing"]), limit: COUNT })).map(({ value }) => value.length);
  const stored = (await storedIn(path)).map(({ length }) => length);
  expect(stored.every((length, n) => length < (lengths[n] ?? 0) / 2)).toBe(true);
  await store.dispose?.();
});

it("returns values of every length as they were written", async () => {
  const { path, store } = await filled();
  const sizes = [0, 1, 100, 140, 160, 2_000, 5_000, 70_000, 2 ** 24 - 40, 2 ** 24, 2 ** 24 + 1_000];
  const texts = sizes.map((size) => randomBytes(size).toString("base64").slice(0, size));
  for (const [n, text] of texts.entries())
    await store.commit([put(n, text), put(100 + n, "é😀".repeat(text.length / 8))]);
  for (const [n, text] of texts.entries()) {
    expect((await dataAt(store, n)) === text).toBe(true);
    const range = { ...rangeOf(["thing"]), limit: 1, offset: 100 + n };
    const [entry] = await store.range(range);
    expect(decodeRecord(entry?.key ?? "", entry?.value ?? "").data === "é😀".repeat(text.length / 8)).toBe(true);
  }
  const all = await store.range({ ...rangeOf(["thing"]), limit: COUNT });
  expect(texts.every((text, n) => decodeRecord(key(n), all[n]?.value ?? "").data === text)).toBe(true);
  expect(await verify(path)).toMatchObject({ damaged: 0, lost: [] });
  await store.dispose?.();
});

it("finds every damaged compressed value, without allocating the length it claims", async () => {
  const child = start("damaged-values.mjs", folder());
  expect(await child.ended).toBe(0);
  expect(child.lines().map((line) => JSON.parse(line))).toEqual([{ isFound: true, isSmall: true }]);
});

import { statSync } from "node:fs";
import { join } from "node:path";
import { decodeRecord, encodeKey } from "@postern/core/storage";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { folder } from "./folder.ts";
import { ALL, dataAt, open, opened, put } from "./lmdb.ts";

afterEach(async () => {
  for (const store of opened.splice(0)) await store.dispose?.();
});

describe("reads of an LMDB store", () => {
  it("page, count and reverse like a sorted list", async () => {
    const parts = fc.array(fc.constantFrom("a", "b", "aa", "A", "é", "0", "~", "😀", 7), {
      minLength: 1,
      maxLength: 3,
    });
    const query = fc.record({
      bounds: fc.tuple(parts, parts),
      whole: fc.boolean(),
      limit: fc.nat(12),
      offset: fc.nat(5),
      reverse: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(parts, { maxLength: 25 }),
        fc.array(query, { minLength: 5 }),
        async (paths, queries) => {
          const store = open();
          const keys = [...new Set(paths.map(encodeKey))].sort();
          await store.commit(keys.map((key) => put(key, key)));
          const snapshot = store.snapshot();
          await store.commit([put("zzz", 1), ...keys.map((key) => ({ checks: [], writes: [{ key, value: null }] }))]);
          for (const { bounds, whole, limit, offset, reverse } of queries) {
            const [start, end] = whole ? ["", "\uffff"] : (bounds.map(encodeKey).sort() as [string, string]);
            const within = keys.filter((key) => key >= start && key < end);
            const page = (reverse ? [...within].reverse() : within).slice(offset, offset + limit);
            const entries = await snapshot.range({ start, end, limit, offset, reverse });
            expect(entries.map(({ key }) => key)).toEqual(page);
            expect(entries.map(({ key, value }) => decodeRecord(key, value).data)).toEqual(page);
            expect(await snapshot.count?.({ start, end, limit })).toBe(Math.min(within.length, limit));
          }
          snapshot.release();
          expect(await store.getKeys("", {})).toEqual(["zzz"]);
          await store.dispose?.();
        },
      ),
      { numRuns: 40 },
    );
  });

  it("are consistent in a snapshot during 100,000 writes", async () => {
    const path = folder();
    const store = open(path);
    const size = () => statSync(join(path, "data.mdb")).size;
    const keys = Array.from({ length: 1000 }, (_, n) => encodeKey(["item", n]));
    const write = (n: number) =>
      store.commit(Array.from({ length: 250 }, (_, at) => put(keys[(n + at) % 1000] ?? "", n)));
    for (let n = 0; n < 1000; n += 250) await write(n);
    const snapshot = store.snapshot();
    const before = await snapshot.range(ALL);
    const held = size();
    for (let n = 0; n < 100_000; n += 250) await write(n);
    expect(await snapshot.range(ALL)).toEqual(before);
    expect(await snapshot.count?.(ALL)).toBe(1000);
    expect(await dataAt(store, keys[0] ?? "")).toBe(99_000);
    // The held pages make the file grow, because free pages cannot be reused until the snapshot is released.
    const grown = size();
    snapshot.release();
    for (let n = 0; n < 100_000; n += 250) await write(n);
    expect(grown).toBeGreaterThan(held * 5);
    expect(size()).toBe(grown);
    expect(() => snapshot.getItem("a")).toThrow("This snapshot was released");
    snapshot.release();
  });
});

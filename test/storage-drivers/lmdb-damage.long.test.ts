import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Batch, encodeKey, encodeRecord, type Verified } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it } from "vitest";
import { folder } from "./folder.ts";

const PAGE = 4096;
const COUNT = 2_000;
const put = (n: number): Batch => ({
  checks: [],
  writes: [
    { key: encodeKey(["thing", n]), value: encodeRecord({ n, text: `number ${n} `.repeat(9) }) },
    { key: encodeKey(["thing.by-name", `name ${n}`, n]), value: encodeRecord(1) },
  ],
});
const verify = async (path: string): Promise<Verified> => {
  const verified = await lmdb({ path }).verify?.(new AbortController().signal);
  return verified as Verified;
};

/** A cleanly closed store and the bytes of its file. */
async function filled() {
  const path = folder();
  const store = lmdb({ path });
  for (let n = 0; n < COUNT; n += 100) await store.commit(Array.from({ length: 100 }, (_, at) => put(n + at)));
  await store.dispose?.();
  const file = join(path, "data.mdb");
  return { path, file, bytes: readFileSync(file) };
}

const isWhole = ({ damaged, lost, broken }: Verified): boolean =>
  damaged === 0 && lost.length === 0 && broken === undefined;

describe("the verification of an LMDB store", () => {
  it("counts records correctly during many changes", async () => {
    const { path } = await filled();
    const store = lmdb({ path });
    for (let n = 0; n < 300; n++) {
      const gone = { checks: [], writes: [{ key: encodeKey(["thing", n]), value: null }] };
      await store.commit([put(n % 7), gone, put(COUNT + n), { checks: [], writes: [{ key: "sum", add: 1 }] }]);
    }
    expect(await verify(path)).toEqual({ checked: COUNT * 2 + 300 + 7 + 1, damaged: 0, keys: [], lost: [] });
    await store.dispose?.();
  });

  it("survives and detects pages that were zeroed, swapped or replaced by older ones", async () => {
    const { path, file, bytes } = await filled();
    const pages = Array.from({ length: Math.floor(bytes.length / PAGE) }, (_, at) => at);
    const pageAt = (at: number) => bytes.subarray(at * PAGE, (at + 1) * PAGE);
    const leaves = pages.filter((at) => at > 1 && pageAt(at).includes("number "));
    const silent: string[] = [];
    async function damage(what: string, change: (copy: Buffer) => void) {
      const copy = Buffer.from(bytes);
      change(copy);
      writeFileSync(file, copy);
      const found = await verify(path);
      if (isWhole(found)) silent.push(what);
    }
    for (let n = 0; n < 6; n++) {
      const one = leaves[Math.floor((leaves.length * n) / 6)] as number;
      const other = leaves[Math.floor((leaves.length * n) / 6) + 3] as number;
      const before = [Buffer.from(pageAt(one)), Buffer.from(pageAt(other))] as const;
      await damage(`zeros at ${one}`, (copy) => copy.fill(0, one * PAGE, (one + 1) * PAGE));
      await damage(`exchanged ${one} and ${other}`, (copy) => {
        before[1].copy(copy, one * PAGE);
        before[0].copy(copy, other * PAGE);
      });
      await damage(`a key at ${one}`, (copy) => {
        // Records are at the end of a page; the bytes before may be outdated.
        const at = copy.lastIndexOf("thing!:", (one + 1) * PAGE - 100);
        copy.write("f", at + 12);
      });
    }
    writeFileSync(file, bytes);
    expect(isWhole(await verify(path))).toBe(true);
    expect(silent).toEqual([]);
  });

  it("opens a store only if none of its pages was zeroed, and names the page otherwise", async () => {
    const { path, file, bytes } = await filled();
    let refused = 0;
    for (let at = 2; at < bytes.length / PAGE; at += 41) {
      const copy = Buffer.from(bytes);
      copy.fill(0, at * PAGE, (at + 1) * PAGE);
      writeFileSync(file, copy);
      const store = lmdb({ path });
      try {
        store.getItem(encodeKey(["thing", 1]));
        // It was a free page.
        expect(isWhole(await verify(path))).toBe(true);
      } catch (error) {
        refused++;
        expect((error as Error).message).toContain(
          `Page ${at} of ${file} is damaged: it contains only zeros, at byte ${at * PAGE}. Restore a backup with`,
        );
      }
      await store.dispose?.();
    }
    expect(refused).toBeGreaterThan(0);
  });

  it("counts a store of an earlier version with its next commit", async () => {
    const { path } = await filled();
    const { open } = await import("lmdb");
    const raw = open<string, string>({ path, noSubdir: false, encoding: "string", cache: false });
    raw.transactionSync(() => {
      for (const key of [...raw.getKeys({ start: "!sum", end: "!t" })]) raw.removeSync(key);
    });
    await raw.close();
    expect(await verify(path)).toMatchObject({ checked: COUNT * 2, lost: [] });
    const store = lmdb({ path });
    await store.commit([put(1)]);
    expect(await verify(path)).toMatchObject({ checked: COUNT * 2, lost: [] });
    // A record that is removed without the driver is detected.
    await store.dispose?.();
    const again = open<string, string>({ path, noSubdir: false, encoding: "string", cache: false });
    again.transactionSync(() => again.removeSync(encodeKey(["thing", 5])));
    await again.close();
    expect((await verify(path)).lost).toEqual([{ collection: "thing", expected: COUNT, found: COUNT - 1 }]);
  });

  it("stops immediately when it is aborted", async () => {
    const { path } = await filled();
    const controller = new AbortController();
    const verifying = lmdb({ path }).verify?.(controller.signal);
    controller.abort();
    await expect(verifying).rejects.toThrow("abort");
  });
});

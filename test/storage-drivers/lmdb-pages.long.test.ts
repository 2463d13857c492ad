import { randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Batch, encodeKey, encodeRecord } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it } from "vitest";
import { until } from "../run/until.ts";
import { folder } from "./folder.ts";

const PAGE = 4096;
const MIB = 2 ** 20;
/** The file is looked through at its open up to this size. */
const LIMIT = 64 * MIB;

const write = (collection: string, id: number, value: object): Batch => ({
  checks: [],
  writes: [{ key: encodeKey([collection, id]), value: encodeRecord(value) }],
});

/** A store of more than 64 MiB, most of it values in pages of their own, and the bytes of its file. */
async function large() {
  const path = folder();
  const store = lmdb({ path });
  const small = (n: number) => write("thing", n, { text: `number ${n} `.repeat(9) });
  for (let n = 0; n < 2_000; n += 500) await store.commit(Array.from({ length: 500 }, (_, at) => small(n + at)));
  const file = join(path, "data.mdb");
  for (let n = 0; statSync(file).size <= LIMIT + MIB; n++)
    await store.commit([write("value", n, { text: randomBytes(3 * MIB).toString("base64") })]);
  await store.dispose?.();
  return { path, file, bytes: readFileSync(file) };
}

function zero(file: string, page: number): void {
  const fd = openSync(file, "r+");
  writeSync(fd, Buffer.alloc(PAGE), 0, PAGE, page * PAGE);
  closeSync(fd);
}

describe("an LMDB store of more than 64 MiB", () => {
  it("opens at once, and reports a zeroed page that is found meanwhile, also by verify", async () => {
    const { path, file, bytes } = await large();
    const pages = Array.from({ length: bytes.length / PAGE }, (_, at) => at).slice(2);
    const header = (at: number) => bytes.readUInt16LE(at * PAGE + 18) & 7;
    const isOwn = (at: number) => bytes.readUInt32LE(at * PAGE) === at;
    // Written once, because it is in the middle of a commit.
    const leaf = pages.findLast((at) => isOwn(at) && header(at) === 2 && pageOf(bytes, at).includes("number 1250 "));
    const value = pages.findLast((at) => isOwn(at) && header(at) === 4 && pageOf(bytes, at + 1).length === PAGE);
    for (const page of [leaf, value] as number[]) {
      writeFileSync(file, bytes);
      const whole = lmdb({ path });
      expect(await whole.verify?.(new AbortController().signal)).toMatchObject({ damaged: 0, lost: [] });
      zero(file, page);
      const store = lmdb({ path });
      // It opens without a look at the pages.
      expect(store.position?.()).toBeGreaterThan(0);
      expect(store.trouble?.()).toBeUndefined();
      const message = `Page ${page} of ${file} is damaged: it contains only zeros, at byte ${page * PAGE}`;
      await until(() =>
        expect(store.trouble?.()).toMatchObject({
          reason: "damaged",
          message: expect.stringContaining(`${message}. `),
        }),
      );
      expect((await store.verify?.(new AbortController().signal))?.broken).toBe(message);
      await store.dispose?.();
    }
  });

  it("is found whole while others commit without a break", async () => {
    const { path } = await large();
    const store = lmdb({ path });
    let isVerifying = true;
    const verifying = store.verify?.(new AbortController().signal).finally(() => {
      isVerifying = false;
    });
    let commits = 0;
    for (; isVerifying; commits++)
      await store.commit([write("thing", commits % 2_000, { text: `${commits}`.repeat(50) })]);
    expect(await verifying).toMatchObject({ damaged: 0, lost: [] });
    expect(commits).toBeGreaterThan(10);
    await store.dispose?.();
  });
});

const pageOf = (bytes: Buffer, at: number): Buffer => bytes.subarray(at * PAGE, (at + 1) * PAGE);

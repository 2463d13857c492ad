import { randomBytes } from "node:crypto";
import type { BlobStorage } from "@postern/core/storage";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { blobsOf } from "../../../core/src/storage/blobs.ts";
import { places } from "./places.ts";
import { digestOf, keyOf } from "./values.ts";

const HOUR = 60 * 60 * 1000;
for (const { name, isSkipped, start, empty, stop } of places)
  describe.skipIf(isSkipped)(`large values in ${name}`, () => {
    let open: () => BlobStorage;
    let blobs: BlobStorage;
    beforeAll(start);
    afterAll(stop);
    beforeEach(async () => {
      open = await empty();
      blobs = open();
    });

    it("are returned as they were written, to every gateway", async () => {
      for (const value of [Buffer.alloc(0), Buffer.from([0]), randomBytes(70_000), randomBytes(1024 * 1024)]) {
        const key = keyOf("audio", value);
        await blobs.setItemRaw(key, value);
        for (const reader of [blobs, open()]) {
          const found = await reader.getItemRaw(key);
          expect(found).toBeInstanceOf(Uint8Array);
          expect(digestOf(found as Uint8Array)).toBe(digestOf(value));
        }
      }
    });

    it("may be views into a larger buffer", async () => {
      const value = new Uint8Array(randomBytes(3000).buffer, 0, 3000).subarray(1000, 2000);
      await blobs.setItemRaw(keyOf("audio", value), value);
      expect(digestOf((await open().getItemRaw(keyOf("audio", value))) as Uint8Array)).toBe(digestOf(value));
    });

    it("may have 50 MB", async () => {
      const value = randomBytes(50_000_000);
      const key = keyOf("bases", value);
      await blobs.setItemRaw(key, value);
      expect(digestOf((await open().getItemRaw(key)) as Uint8Array)).toBe(digestOf(value));
      expect((await blobs.getMeta(key)).size).toBe(50_000_000);
    });

    it("are null and without size if they do not exist", async () => {
      const key = keyOf("audio", randomBytes(9));
      expect(await blobs.getItemRaw(key)).toBeNull();
      expect(await blobs.getMeta(key)).toEqual({});
      expect(await blobs.getKeys()).toEqual([]);
      await blobs.removeItem(key);
    });

    it("have their size and time of writing, which a second write renews", async () => {
      const value = randomBytes(1234);
      const key = keyOf("audio", value);
      await blobs.setItemRaw(key, value);
      const { size, mtime } = await blobs.getMeta(key);
      expect(size).toBe(1234);
      expect(Math.abs(Date.now() - (mtime as Date).getTime())).toBeLessThan(60_000);
      await expect
        .poll(async () => {
          await blobs.setItemRaw(key, value);
          return (await blobs.getMeta(key)).mtime?.getTime();
        })
        .toBeGreaterThan((mtime as Date).getTime());
    });

    it("are deleted for every gateway", async () => {
      const [kept, gone] = [randomBytes(2_000_000), randomBytes(2_000_000)];
      for (const value of [kept, gone]) await blobs.setItemRaw(keyOf("audio", value), value);
      await blobs.removeItem(keyOf("audio", gone));
      expect(await open().getItemRaw(keyOf("audio", gone))).toBeNull();
      expect(await open().getKeys()).toEqual([keyOf("audio", kept)]);
    });

    it("are listed by group, more than a thousand of them too", async () => {
      const values = Array.from({ length: 1_050 }, (_, n) => Buffer.from(`value ${n}`));
      const keys = values.map((value) => keyOf("audio", value));
      for (let at = 0; at < values.length; at += 15)
        await Promise.all(values.slice(at, at + 15).map((value, n) => blobs.setItemRaw(keys[at + n] as string, value)));
      const [first] = values as [Buffer];
      await blobs.setItemRaw(keyOf("audio2", first), first);
      await blobs.setItemRaw(keyOf("aud", first), first);
      expect((await blobs.getKeys("audio")).sort()).toEqual([...keys].sort());
      expect(await blobs.getKeys("aud")).toEqual([keyOf("aud", first)]);
      expect(await blobs.getKeys()).toHaveLength(1_052);
    });

    it("are complete or missing for readers while they are written, by several gateways at once", async () => {
      const value = randomBytes(8_000_000);
      const key = keyOf("audio", value);
      const writers = Promise.all([open(), open(), open()].map((writer) => writer.setItemRaw(key, value)));
      let isWritten = false;
      void writers.finally(() => {
        isWritten = true;
      });
      const reader = open();
      const seen = new Set<string>();
      while (!isWritten) {
        const found = await reader.getItemRaw(key);
        seen.add(found === null ? "missing" : digestOf(found as Uint8Array));
      }
      await writers;
      seen.add(digestOf((await reader.getItemRaw(key)) as Uint8Array));
      seen.delete("missing");
      expect([...seen]).toEqual([digestOf(value)]);
    });

    it("serve the kernel, whose sweep deletes what no record names after an hour", async () => {
      let now = Date.now();
      const [writer, sweeper] = [open(), open()].map((storage) => blobsOf(storage, "audio", () => now));
      const [named, orphan] = [randomBytes(100), randomBytes(100)];
      const kept = await writer?.write(named);
      const lost = await writer?.write(orphan);
      const other = await blobsOf(blobs, "widgets", () => now).write(orphan);
      expect(await sweeper?.sweep((name) => name === kept)).toBe(0);
      now += 2 * HOUR;
      expect(await sweeper?.sweep((name) => name === kept)).toBe(1);
      expect(await writer?.read(kept as string)).toEqual(named);
      expect(await writer?.size(kept as string)).toBe(100);
      expect(await writer?.read(lost as string)).toBeUndefined();
      expect(await blobsOf(open(), "widgets", () => now).read(other)).toEqual(orphan);
    });

    it("are written again when they are old, so that no other gateway deletes them before a record names them", async () => {
      const value = randomBytes(100);
      await blobsOf(blobs, "audio", Date.now).write(value);
      const before = (await blobs.getMeta(keyOf("audio", value))).mtime?.getTime() as number;
      const later = () => Date.now() + 2 * HOUR;
      await expect
        .poll(async () => {
          await blobsOf(open(), "audio", later).write(value);
          return (await blobs.getMeta(keyOf("audio", value))).mtime?.getTime();
        })
        .toBeGreaterThan(before);
    });
  });

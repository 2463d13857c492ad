import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { blobsOf } from "../../../core/src/storage/blobs.ts";
import type { BlobStorage } from "../../../core/src/storage/index.ts";

const HOUR = 60 * 60 * 1000;
const MINUTE = 60 * 1000;
const value = Buffer.from("value");
const never = () => false;

/** A storage in memory, whose server has its own clock, and which stops before the steps that are held. */
function storageWith(clock: () => number) {
  const values = new Map<string, { bytes: Uint8Array; mtime: Date }>();
  const gates = new Map<string, { reached(): void; opened: Promise<void> }>();
  async function at(step: string): Promise<void> {
    const gate = gates.get(step);
    gates.delete(step);
    gate?.reached();
    await gate?.opened;
  }
  const storage: BlobStorage = {
    getItemRaw: async (key) => values.get(key)?.bytes ?? null,
    async setItemRaw(key, bytes) {
      values.set(key, { bytes, mtime: new Date(clock()) });
    },
    async removeItem(key) {
      await at("deleted");
      values.delete(key);
    },
    getKeys: async (base = "") => [...values.keys()].filter((key) => key.startsWith(base)),
    async getMeta(key) {
      const found = values.get(key);
      await at("examined");
      return found ? { size: found.bytes.length, mtime: found.mtime } : {};
    },
  };
  /** Holds the next such step until `open`. */
  function hold(step: "examined" | "deleted") {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const isReached = new Promise<void>((reached) => gates.set(step, { reached, opened }));
    return { isReached, open };
  }
  return { storage, hold };
}

describe("a sweep of large values", () => {
  it.each(["examined", "deleted"] as const)("keeps an old value that is written again while it is %s", async (step) => {
    let now = Date.now();
    const { storage, hold } = storageWith(() => now);
    const blobs = blobsOf(storage, "audio", () => now);
    const name = await blobs.write(value);
    now += 2 * HOUR;
    const held = hold(step);
    const swept = blobs.sweep(never);
    await held.isReached;
    const written = blobs.write(value);
    // It is finished by now, unless it waits.
    await setImmediate();
    held.open();
    await Promise.all([swept, written]);
    expect(await blobs.read(name)).toEqual(value);
    expect(await blobs.sweep(never)).toBe(0);
  });

  it("keeps an old value that is written again, with any order of steps", async () => {
    for (let order = 0; order < 4 ** 5; order++) {
      let now = Date.now();
      const { storage } = storageWith(() => now);
      let left = order;
      const turns = async () => {
        const count = left % 4;
        left = Math.floor(left / 4);
        for (let turn = 0; turn < count; turn++) await undefined;
      };
      const blobs = blobsOf(
        {
          ...storage,
          getMeta: async (key) => turns().then(() => storage.getMeta(key)),
          setItemRaw: async (key, bytes) => turns().then(() => storage.setItemRaw(key, bytes)),
          removeItem: async (key) => turns().then(() => storage.removeItem(key)),
        },
        "audio",
        () => now,
      );
      await blobs.write(value);
      left = order;
      now += 2 * HOUR;
      const [name] = await Promise.all([blobs.write(value), blobs.sweep(never)]);
      expect({ order, value: await blobs.read(name) }).toEqual({ order, value });
    }
  });

  it("keeps a value whose time of writing is not valid", async () => {
    const { storage } = storageWith(() => Number.NaN);
    const name = await blobsOf(storage, "audio", Date.now).write(value);
    const other = blobsOf(storage, "audio", Date.now);
    expect(await other.sweep(never)).toBe(0);
    expect(await other.read(name)).toEqual(value);
  });

  it.each([-MINUTE, MINUTE])("keeps a new value if the server's clock differs by %i ms", async (difference) => {
    let now = Date.now();
    const { storage } = storageWith(() => now + difference);
    const [writer, other] = [0, 1].map(() => blobsOf(storage, "audio", () => now));
    for (const minutes of [0, 29, 32]) {
      now += minutes * MINUTE;
      const name = (await writer?.write(value)) as string;
      now += 28 * MINUTE;
      expect(await other?.sweep(never)).toBe(0);
      expect(await other?.read(name)).toEqual(value);
    }
  });
});

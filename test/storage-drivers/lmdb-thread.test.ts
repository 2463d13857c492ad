import { syncBuiltinESMExports } from "node:module";
import workerThreads, { Worker } from "node:worker_threads";
import { type Batch, type CompleteDriver, decodeRecord, type StoreUnavailable } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";
import { afterAll, describe, expect, it } from "vitest";
import { folder } from "./folder.ts";

/** The threads started by stores, for tests to stop. */
const threads: Worker[] = [];

workerThreads.Worker = class extends Worker {
  constructor(...args: ConstructorParameters<typeof Worker>) {
    super(...args);
    threads.push(this);
  }
};
syncBuiltinESMExports();
afterAll(() => {
  workerThreads.Worker = Worker;
  syncBuiltinESMExports();
});

const open = (): CompleteDriver => lmdb({ path: folder(), create: true });
/** A list of batches that ends within its first check. */
const truncated = { keys: "", values: new Uint8Array(), numbers: Float64Array.of(0, -1, 1) };
const add: Batch = { checks: [], writes: [{ key: "count", add: 1 }] };
const count = async (store: CompleteDriver) =>
  decodeRecord("count", (await store.getItem("count")) ?? "").data as number;

describe("the writer thread", () => {
  it("is started by the first commit, and ends with the store", async () => {
    const store = open();
    const before = threads.length;
    expect(await store.getItem("a")).toBe(null);
    expect(threads.length).toBe(before);
    await Promise.all([store.commit([add]), store.commit([add])]);
    expect(threads.length).toBe(before + 1);
    const ended = new Promise((resolve) => threads.at(-1)?.on("exit", resolve));
    const last = store.commit([add]);
    await store.dispose?.();
    expect(await ended).toBe(0);
    expect(await last).toEqual([3]);
  });

  it("fails pending commits when it crashes, and is restarted", async () => {
    const store = open();
    await store.commit([add]);
    const before = threads.length;
    for (let round = 0; round < 5; round++) {
      const snapshot = store.snapshot();
      const waiting = Array.from({ length: 8 }, (_, n) => {
        if (n === 4) threads.at(-1)?.postMessage({ group: 0, batches: truncated });
        return store.commit(Array.from({ length: 50 }, () => add));
      });
      const outcomes = await Promise.allSettled(waiting);
      expect(outcomes.map(({ status }) => status)).toEqual([
        ...Array(4).fill("fulfilled"),
        ...Array(4).fill("rejected"),
      ]);
      const lost = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as StoreUnavailable] : []));
      // Its transaction was never started, so it cannot have had an effect.
      for (const error of lost) expect(error).toMatchObject({ reason: "failed", nothingWritten: true });
      expect(lost[0]?.cause).toBeInstanceOf(RangeError);
      expect(store.trouble()).toMatchObject({ reason: "failed" });
      expect(() => snapshot.getItem("count")).toThrow("This snapshot was released");
      snapshot.release();

      expect(await count(store)).toBe(1 + (round + 1) * 200 + round);
      expect(await store.commit([add])).toEqual([1 + (round + 1) * 201]);
      expect(store.trouble()).toBe(undefined);
    }
    expect(threads.length).toBe(before + 5);
    await store.dispose?.();
  });

  it("can be stopped between two transactions", async () => {
    const store = open();
    for (let round = 0; round < 10; round++) {
      await store.commit([add]);
      await threads.at(-1)?.terminate();
    }
    expect(await count(store)).toBe(10);
    await store.dispose?.();
  });
});

import { createCommitQueue, nothingWritten, StoreUnavailable } from "@postern/core/storage";
import { describe, expect, it } from "vitest";
import { put, watched } from "./commit-queue.ts";

describe("the commit queue", () => {
  /** How a driver refuses a group with a bad batch, and what becomes of the three batches and of the group. */
  const again = { groups: [3, 1, 1, 1], good: "committed", bad: "not written" };
  const whole = { groups: [3], good: "unknown", bad: "unknown" };
  const _refusals: [name: string, refuse: () => unknown, expected: typeof again][] = [
    ["an error that says that nothing was written", () => nothingWritten(new RangeError("bad")), again],
    [
      "a store that is unavailable and has written nothing",
      () => new StoreUnavailable("full", "bad", { nothingWritten: true }),
      again,
    ],
    [
      "a store that does not answer and has written nothing",
      () => new StoreUnavailable("timeout", "bad", { nothingWritten: true }),
      { groups: [3], good: "not written", bad: "not written" },
    ],
    ["an error that says nothing", () => new RangeError("bad"), whole],
    ["a store that is unavailable", () => new StoreUnavailable("failed", "bad"), whole],
    ["a text", () => "bad", whole],
  ];

  it("immediately refuses what would wait behind 100,000 others", async () => {
    const { driver } = watched();
    const queue = createCommitQueue(driver);
    const batch = put("a");
    // The first 32 are already being written.
    const waiting = Array.from({ length: 100_032 }, () => queue.commit(batch));
    await expect(queue.commit(batch)).rejects.toMatchObject({ code: "STORE_BUSY" });
    await Promise.all(waiting);
    expect(await queue.commit(batch)).toBe(100_033);
  });
});

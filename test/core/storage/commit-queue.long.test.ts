import { createCommitQueue } from "@postern/core/storage";
import { describe, expect, it } from "vitest";
import { put, watched } from "./commit-queue.ts";

describe("the commit queue", () => {
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

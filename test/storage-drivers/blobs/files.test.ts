import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBlobFiles } from "../../../plugins/cli/src/blob-files.ts";
import { folder } from "../folder.ts";
import { keyOf } from "./values.ts";

/** A data folder with one large value. */
async function oneValue() {
  const data = folder();
  const blobs = openBlobFiles({ data });
  const value = randomBytes(100);
  const key = keyOf("audio", value);
  await blobs.setItemRaw(key, value);
  return { data, blobs, key, path: join(data, "blobs", ...key.split(":")) };
}

describe("large values in files", () => {
  it("can be read by their owner only", async () => {
    const { path } = await oneValue();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  it("do not include what an interrupted write left, which is removed after an hour", async () => {
    const { blobs, key, path } = await oneValue();
    const [young, old] = [`${path}.${randomUUID()}`, `${path}.${randomUUID()}`];
    for (const left of [young, old]) writeFileSync(left, "half");
    const earlier = new Date(Date.now() - 2 * 60 * 60 * 1000);
    utimesSync(old, earlier, earlier);
    expect(await blobs.getKeys()).toEqual([key]);
    expect([young, old, path].map(existsSync)).toEqual([true, false, true]);
  });

  it("are not missing if they cannot be read", async () => {
    const { blobs, data } = await oneValue();
    const key = keyOf("audio", Buffer.from("loop"));
    const path = join(data, "blobs", ...key.split(":"));
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(path, path);
    await expect(blobs.getItemRaw(key)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });
});

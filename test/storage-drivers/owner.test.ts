import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTimeOf } from "@postern/core/process";
import { type CompleteOptions, complete, type StoreDriver } from "@postern/core/storage";
import fsLite from "unstorage/drivers/fs-lite";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { encodeAt } from "../../core/src/storage/plain/owner.ts";
import { until } from "../run/until.ts";
import { start } from "./processes/spawn.ts";

function folder(): string {
  const base = mkdtempSync(join(tmpdir(), "postern-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  return base;
}

async function openAt(base: string, options: CompleteOptions = {}) {
  const store = await complete(fsLite({ base }), options);
  onTestFinished(() => store.dispose?.());
  return store;
}

const write = (base: string, owner: object) =>
  (fsLite({ base }) as Required<StoreDriver>).setItem("~owner", encodeAt(1, owner), {});

describe("a store for one process", () => {
  afterEach(() => void vi.useRealTimers());

  it("refuses a second process while the first is running, and names it", async () => {
    const base = folder();
    const child = start("owner.mjs", base);
    onTestFinished(() => child.kill());
    await child.waitForLines(1);
    const refused = complete(fsLite({ base }));
    await expect(refused).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", reason: "owned" });
    await expect(refused).rejects.toThrow(new RegExp(`^Process ${child.lines()[0]} on .* since \\d{4}-\\d\\d-\\d\\dT`));
  });

  it("refuses a second process that reads while the first one renews its lease", async () => {
    const base = folder();
    const child = start("owner.mjs", base);
    onTestFinished(() => child.kill());
    await child.waitForLines(1);
    const files = fsLite({ base });
    // Files are emptied before they are written again.
    const halves = ["", '{"v":1,"d":{"id"', ""];
    const getItem: StoreDriver["getItem"] = (key, options) =>
      (key === "~owner" ? halves.shift() : undefined) ?? files.getItem(key, options);
    await expect(complete({ ...files, getItem })).rejects.toMatchObject({ reason: "owned" });
    expect(halves).toEqual([]);
  });

  it("can be used if the record of its owner is damaged", async () => {
    const base = folder();
    await (fsLite({ base }) as Required<StoreDriver>).setItem("~owner", "damaged", {});
    expect((await openAt(base)).trouble()).toBeUndefined();
  });

  it("can be used after its owner was killed", async () => {
    const base = folder();
    const child = start("owner.mjs", base);
    await child.waitForLines(1);
    child.kill();
    await child.ended;
    expect((await openAt(base)).trouble()).toBeUndefined();
  });

  it("says when it can be opened if its owner ran on another machine, and may have ended", async () => {
    const base = folder();
    const seen = Date.now() - 10_000;
    const elsewhere = { id: "other", pid: 1, host: "attic", start: "another boot/1", since: seen, seen };
    await write(base, elsewhere);
    const pattern =
      /^Process 1 on attic .* only one process\. If it has ended, the store can be opened in (1\d|20) seconds$/;
    await expect(complete(fsLite({ base }))).rejects.toThrow(pattern);
    await write(base, { ...elsewhere, seen: Date.now() - 31_000 });
    expect((await openAt(base)).trouble()).toBeUndefined();
  });

  it("waits for an owner that is about to exit", async () => {
    const base = folder();
    const child = start("owner.mjs", base);
    await child.waitForLines(1);
    child.release();
    expect((await openAt(base)).trouble()).toBeUndefined();
    expect(await child.ended).toBe(0);
  });

  it("refuses to be opened twice within one process, until it is closed", async () => {
    const base = folder();
    const first = await complete(fsLite({ base }));
    await expect(complete(fsLite({ base }))).rejects.toMatchObject({ reason: "owned" });
    await first.dispose?.();
    expect((await openAt(base)).trouble()).toBeUndefined();
  });

  it("accepts only one of two concurrent processes", async () => {
    const base = folder();
    const results = await Promise.allSettled([complete(fsLite({ base })), complete(fsLite({ base }))]);
    const opened = results.filter((result) => result.status === "fulfilled");
    expect(opened).toHaveLength(1);
    await opened[0]?.value.dispose?.();
  });

  it.runIf(process.platform === "linux")("detects a reused pid", async () => {
    const base = folder();
    const child = start("owner.mjs", folder());
    onTestFinished(() => child.kill());
    await child.waitForLines(1);
    const { hostname } = await import("node:os");
    const now = Date.now();
    const pid = Number(child.lines()[0]);
    await write(base, { id: "x", pid, host: hostname(), start: `${startTimeOf(pid)}0`, since: now, seen: now });
    expect((await openAt(base)).trouble()).toBeUndefined();
  });

  it("accepts an owner on another machine while it sends heartbeats", async () => {
    const base = folder();
    const since = Date.UTC(2030, 0, 1);
    await write(base, { id: "x", pid: 1, host: "another-machine", since, seen: since });
    await expect(complete(fsLite({ base }), { now: () => since + 20_000 })).rejects.toThrow(
      "Process 1 on another-machine",
    );
    expect((await openAt(base, { now: () => since + 40_000 })).trouble()).toBeUndefined();
  });

  it("refuses writes after another process has taken it over", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const base = folder();
    const store = await openAt(base);
    await write(base, { id: "x", pid: 1, host: "another-machine", since: Date.now(), seen: Date.now() });
    await vi.advanceTimersByTimeAsync(5_000);
    await until(() => expect(store.trouble()?.reason).toBe("owned"));
    await expect(store.commit([{ checks: [], writes: [] }])).rejects.toMatchObject({ reason: "owned" });
  });
});

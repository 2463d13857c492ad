import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  type CompleteDriver,
  commitNumber,
  decodeRecord,
  encodeKey,
  encodeRecord,
  rangeOf,
} from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it } from "vitest";
import { folder } from "./folder.ts";
import { start, startLimited } from "./processes/spawn.ts";

const JOURNAL = rangeOf(["journal"]);

interface Commit {
  number: number;
  by: string;
  total?: number;
  own?: number;
}

function parse(line: string): Commit {
  const at = line.indexOf(" ");
  return { number: Number(line.slice(0, at)), ...JSON.parse(line.slice(at)) };
}

function commitIn(key: string, value: string): Commit {
  const { version, data } = decodeRecord(key, value);
  return { number: version, ...(data as Omit<Commit, "number">) };
}

describe("several processes on one LMDB folder", () => {
  it("count exactly, and readers see commits without gaps", async () => {
    const path = folder();
    const store: CompleteDriver = lmdb({ path, create: true });
    const writers = ["left", "right", "middle"].map((name) => start("writer.mjs", path, name, 150, 7));
    let writing = true;
    const done = Promise.all(writers.map(({ ended }) => ended)).then((codes) => {
      writing = false;
      return codes;
    });

    const seen: Commit[] = [];
    let from = JOURNAL.start;
    for (let last = false; !last; ) {
      last = !writing;
      store.refresh?.();
      const page = await store.range({ start: from, end: JOURNAL.end, limit: 37 });
      for (const { key, value } of page) seen.push(commitIn(key, value));
      from = page.length > 0 ? `${page.at(-1)?.key}\0` : from;
      if (page.length === 37) last = false;
      else await pause(1);
    }
    expect(await done).toEqual([0, 0, 0]);

    const acknowledged = writers.flatMap((writer) => writer.lines().map(parse));
    acknowledged.sort((a, b) => a.number - b.number);
    expect(seen).toEqual(acknowledged);
    expect(new Set(seen.map(({ number }) => number)).size).toBe(seen.length);
    const count = decodeRecord("count", (await store.getItem(encodeKey(["count"]))) ?? "");
    expect(count.data).toBe(3 * 150 * 7);
    const totals = seen.flatMap(({ total }) => total ?? []);
    expect(totals.length).toBeGreaterThan(150);
    expect(totals).toEqual(totals.map((_, at) => at + 1));
    await store.dispose?.();
  });

  it("lose no acknowledged commit to kill -9, and never reuse a number", async () => {
    const path = folder();
    const acknowledged: Commit[] = [];
    for (let round = 0; round < 12; round++) {
      const writer = start("writer.mjs", path, `round-${round}`, 1e9, 15);
      await writer.waitForLines(16 * (1 + (round % 4)));
      // The load: each process is killed at another moment of its work.
      await pause(Math.random() * 60);
      writer.kill();
      expect(await writer.ended).toBe(null);
      acknowledged.push(...writer.lines().map(parse));
    }

    const store: CompleteDriver = lmdb({ path, create: true });
    const entries = await store.range({ ...JOURNAL, limit: 1e9 });
    const journal = new Map(entries.map(({ key, value }) => [commitIn(key, value).number, commitIn(key, value)]));
    expect(journal.size).toBe(entries.length);
    expect(acknowledged.map(({ number }) => journal.get(number))).toEqual(acknowledged);
    expect(new Set(acknowledged.map(({ number }) => number)).size).toBe(acknowledged.length);

    // An unacknowledged commit is complete or absent.
    const all = [...journal.values()];
    const totals = all.flatMap(({ total }) => total ?? []);
    expect(totals).toEqual(totals.map((_, at) => at + 1));
    const own = all.filter((one) => one.own !== undefined);
    expect(await store.count?.({ ...rangeOf(["own"]), limit: 1e9 })).toBe(own.length);
    expect(decodeRecord("count", (await store.getItem(encodeKey(["count"]))) ?? "").data).toBe(own.length);
    await store.dispose?.();
  });

  it("reuse the slots of killed readers", async () => {
    const path = folder();
    const store: CompleteDriver = lmdb({ path, maxReaders: 6, create: true });
    await store.commit([{ checks: [], writes: [{ key: "a", value: encodeRecord(1) }] }]);
    for (let round = 0; round < 10; round++) {
      const reader = start("reader.mjs", path, 6);
      await reader.waitForLines(1);
      reader.kill();
      await reader.ended;
    }
    expect(await store.getItem("a")).not.toBe(null);
    await store.dispose?.();
  });

  it("reuse the pages held by a killed reader", async () => {
    const path = folder();
    const store: CompleteDriver = lmdb({ path, create: true });
    const fill = async (rounds: number) => {
      for (let n = 0; n < rounds; n++) {
        const writes = [{ key: encodeKey(["one", n % 50]), value: encodeRecord("x".repeat(1000)) }];
        await store.commit([{ checks: [], writes }]);
      }
      return statSync(join(path, "data.mdb")).size;
    };
    const before = await fill(300);
    const reader = start("reader.mjs", path, 512);
    await reader.waitForLines(1);
    const held = await fill(200);
    reader.kill();
    await reader.ended;
    const swept = await fill(300);
    const after = await fill(1000);
    expect(held).toBeGreaterThan(before * 2);
    expect(after).toBe(swept);
    await store.dispose?.();
  });

  it("wait for each other's commits, up to a limit", async () => {
    const path = folder();
    const store: CompleteDriver = lmdb({ path, timeout: 3_000, create: true });
    const batch = { checks: [], writes: [{ key: encodeKey(["journal", commitNumber]), value: encodeRecord(1) }] };
    expect(await store.commit([batch])).toEqual([1]);
    const holder = start("holder.mjs", path);
    await holder.waitForLines(1);
    await expect(store.commit([batch])).rejects.toMatchObject({ reason: "timeout", nothingWritten: false });
    expect(await store.range({ ...JOURNAL, limit: 9 })).toHaveLength(1);
    holder.release();
    expect(await holder.ended).toBe(0);
    // The commit that timed out has happened nevertheless.
    expect(await store.commit([batch])).toEqual([3]);
    expect(await store.range({ ...JOURNAL, limit: 9 })).toHaveLength(3);
    await store.dispose?.();
  });
});

describe("a process with an open LMDB store", () => {
  it("exits when no commit is pending", async () => {
    expect(await start("leaver.mjs", folder(), "leave open").ended).toBe(0);
  });

  it("does not hang when it exits during commits", async () => {
    const path = folder();
    const codes: (number | null)[] = [];
    for (let round = 0; round < 5; round++) codes.push(await start("leaver.mjs", path, "exit").ended);
    expect(codes).toEqual([7, 7, 7, 7, 7]);
    expect(await start("leaver.mjs", path, "throw").ended).toBe(1);
    expect(await start("leaver.mjs", path, "leave open").ended).toBe(0);
  });

  it("gets an error on a full disk, keeps its data, and continues when there is space", async () => {
    const path = folder();
    const child = startLimited(2048, "filler.mjs", path);
    expect(await child.ended).toBe(0);
    const { last, removed, reason, ...rest } = JSON.parse(child.lines()[0] ?? "");
    expect(rest).toEqual({ nothingWritten: true, trouble: reason, readable: true, absent: true, later: null });
    // A write may also be truncated at the limit, which the system does not report as full.
    expect(["full", "failed"]).toContain(reason);
    expect(last).toBeGreaterThan(50);
    expect(removed).toEqual([last + 2]);
    const store: CompleteDriver = lmdb({ path, create: true });
    expect(await store.count?.({ ...rangeOf(["record"]), limit: 1e6 })).toBe(last);
    await store.dispose?.();
  });
});

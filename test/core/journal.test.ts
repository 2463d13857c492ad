import { gatewayErrors } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../run/until.ts";
import { bellsPlugin } from "./fixtures/bells.ts";
import { trimJournal } from "./fixtures/trim.ts";

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

async function start(storage = memory()) {
  const bells = bellsPlugin();
  const found = await testGateway({ plugins: [bells.plugin()], storage });
  open.push(found);
  const ring = (text: string, times = "1") => found.gateway.call("bells.ring", { text, times });
  return { ...found, storage, journal: bells.journal(), ring };
}

const own = ({ type }: { type: string }) => type.startsWith("bells.");

describe("the journal", () => {
  it("holds each event under the number of its commit, in order", async () => {
    const { journal, ring } = await start();
    const made = [await ring("a"), await ring("b")];
    const { events, more } = await journal.read({ accept: own });
    expect(events).toMatchObject(
      made.map(({ number }) => ({ id: `${number}.1`, type: "bells.bell.rung", actor: "ctx_local", data: { number } })),
    );
    expect(more).toBe(false);
  });

  it("is read from a cursor in pages of any size, without gaps or repetitions", async () => {
    const { journal, ring } = await start();
    for (let n = 0; n < 40; n++) await ring(`note ${n}`);
    const { events: all } = await journal.read({ limit: 1_000 });
    for (const limit of [1, 2, 3, 7, 64]) {
      const ids: string[] = [];
      let cursor = "0.0";
      for (let more = true; more; ) {
        const passage = await journal.read({ after: cursor, limit });
        ids.push(...passage.events.map(({ id }) => id));
        ({ cursor, more } = passage);
      }
      expect(ids).toEqual(all.map(({ id }) => id));
    }
  });

  it("moves its cursor over events that are not wanted", async () => {
    const { journal, ring } = await start();
    await ring("a");
    const { events, cursor } = await journal.read({ accept: () => false });
    expect(events).toEqual([]);
    expect(cursor).toBe(await journal.end());
  });

  it.each(["", "x", "1", "1.", "-1.0", "01.0", "999999.1", "1.999", "1e3.0", "1.0\n"])(
    "refuses %j, a cursor that it never issued",
    async (after) => {
      const { journal, ring } = await start();
      await ring("a");
      await expect(journal.read({ after })).rejects.toMatchObject({ code: gatewayErrors.InvalidInput.code });
    },
  );

  it("splits a commit with very many events into portions, and reads them as one", async () => {
    const { journal, ring } = await start();
    await ring("a", "150");
    const { events } = await journal.read({ accept: own });
    expect(events).toHaveLength(150);
    const [first] = events;
    const places = events.map(({ id }) => Number(id.split(".")[1]));
    expect(places).toEqual(Array.from({ length: 150 }, (_, n) => n + 1));
    const half = await journal.read({ after: events[99]?.id ?? "", accept: own });
    expect(half.events.map(({ id }) => id)).toEqual(events.slice(100).map(({ id }) => id));
    expect(first?.actor).toBe("ctx_local");
  });
});

/** Damages the newest records of the journal. */
async function damageNewest(storage: ReturnType<typeof memory>, count: number): Promise<void> {
  const keys = (await storage.getKeys("", {})).filter((key) => key.startsWith("journal")).sort();
  for (const key of keys.slice(-count)) await storage.setItem?.(key, "{", {});
}

describe("a journal whose newest records are damaged", () => {
  it("ends at the newest readable event, and continues from there", async () => {
    const { journal, ring, storage, gateway } = await start();
    const { number } = await ring("a");
    for (let n = 0; n < 6; n++) await ring("lost");
    await damageNewest(storage, 6);
    expect(await journal.end()).toBe(`${number}.1`);
    expect(await journal.newest()).toMatchObject({ data: { text: "a" } });
    const after = await ring("b");
    expect((await journal.read({ after: `${number}.1`, accept: own })).events).toMatchObject([
      { id: `${after.number}.1` },
    ]);
    expect(gateway.manifest.operations.length).toBeGreaterThan(0);
  });

  it("still accepts the cursor of an event that was damaged later", async () => {
    const { journal, ring, storage } = await start();
    const last = await ring("lost");
    await damageNewest(storage, 1);
    const { number } = await ring("b");
    const { events, gap } = await journal.read({ after: `${last.number}.1`, accept: own });
    expect(events).toMatchObject([{ id: `${number}.1` }]);
    expect(gap).toBeUndefined();
  });

  it("reports a gap for an unknown cursor if requested", async () => {
    const { journal, ring } = await start();
    const { number } = await ring("a");
    await ring("b");
    const end = await journal.end();
    const early = await journal.read({ after: `${number}.7`, accept: own, unknown: "gap" });
    expect(early).toMatchObject({ events: [{ data: { text: "b" } }], gap: { after: `${number}.7` } });
    for (const after of ["999999.1", "nonsense"]) {
      expect(await journal.read({ after, unknown: "gap" })).toMatchObject({ events: [], cursor: end, gap: { after } });
    }
  });
});

describe("its history", () => {
  it("is limited by size: old events are deleted and their readers get a gap, new ones stay", async () => {
    const { journal, ring, storage } = await start();
    const text = "x".repeat(10_000);
    for (let n = 0; n < 1_300; n++) await ring(text);
    const before = await journal.read({ limit: 10_000, accept: own });
    const early = before.events[3]?.id ?? "";
    const late = before.events.at(-5)?.id ?? "";
    await trimJournal(storage, { bytes: 5 * 2 ** 20 });
    const passage = await journal.read({ after: early, limit: 10_000, accept: own });
    expect(passage.gap).toEqual({ after: early, first: expect.stringMatching(/^\d+\.\d+$/) });
    expect(passage.events.length).toBeLessThan(1_000);
    expect(passage.events.length).toBeGreaterThan(100);
    expect(passage.events.at(-1)?.id).toBe(before.events.at(-1)?.id);
    const rest = await journal.read({ after: late, accept: own });
    expect(rest.gap).toBeUndefined();
    expect(rest.events).toHaveLength(4);
    expect((await journal.read({ accept: own })).gap).toBeUndefined();
  });

  it("is limited by age, while writers continue", async () => {
    const { journal, ring, storage } = await start();
    for (let n = 0; n < 4_200; n++) void ring("old");
    await ring("old");
    const end = await journal.end();
    const trimming = trimJournal(storage, { age: 1_000 }, Date.now() + 3_600_000);
    await ring("meanwhile");
    await trimming;
    const left = await journal.read({ limit: 10_000, accept: own });
    // Full segments are deleted; the rest may share one with newer events.
    expect(left.events.length).toBeLessThan(4_201 - 4_096 + 2);
    expect(await journal.end()).not.toBe(end);
  });
});

describe("a history that grows slowly", () => {
  it("is limited by age too, even before it fills a segment", async () => {
    const { journal, ring, storage } = await start();
    const hour = 3_600_000;
    const trimmedAt = async (after: number) => {
      await trimJournal(storage, { age: hour }, Date.now() + after);
      return (await journal.read({ accept: own })).events.length;
    };
    for (const text of ["a", "b", "c"]) await ring(text);
    const first = (await journal.read({ accept: own })).events[0]?.id ?? "";
    expect(await trimmedAt(hour / 2)).toBe(3);
    await ring("d");
    expect(await trimmedAt(0.9 * hour)).toBe(4);
    expect(await trimmedAt(2 * hour)).toBe(0);
    expect((await journal.read({ after: first })).gap?.after).toBe(first);
  });
});

describe("the audit", () => {
  const audit = ({ type }: { type: string }) => type.startsWith("gateway.");

  it("records the caller, request, outcome and input digest of each executed command", async () => {
    const { admin, journal } = await start();
    await admin.post("bells.ring", { text: "tea" }, { "x-request-id": "r-1" });
    await admin.post("bells.ring", { text: "tea" }, { "x-request-id": "r-2" });
    const { events } = await journal.read({ accept: audit });
    expect(events).toMatchObject([
      {
        type: "gateway.command.executed",
        actor: admin.contextId,
        subject: "bells.ring",
        data: {
          operation: "bells.ring",
          requestId: "r-1",
          outcome: "done",
          digest: expect.stringMatching(/^[\w-]{43}$/),
        },
      },
      { data: { requestId: "r-2" } },
    ]);
    const [first, second] = events.map(({ data }) => (data as { digest: string }).digest);
    expect(first).toBe(second);
  });

  it("records a failure with the code that the caller received", async () => {
    const { admin, journal } = await start();
    expect((await admin.post("bells.ring", { text: "cracked" })).status).toBe(409);
    const { events } = await until(async () => {
      const passage = await journal.read({ accept: audit });
      expect(passage.events).toHaveLength(1);
      return passage;
    });
    expect(events.map(({ data }) => data)).toMatchObject([{ operation: "bells.ring", outcome: "bells.bell_cracked" }]);
  });

  it("records many failures with few commits, each with its own caller and request", async () => {
    const { admin, client, journal } = await start();
    const guest = await client(["bells:*"]);
    const fail = (n: number) =>
      (n % 2 ? admin : guest).post("bells.ring", { text: "cracked" }, { "x-request-id": `r-${n}` });
    await Promise.all(Array.from({ length: 100 }, (_, n) => fail(n)));
    const { events } = await until(async () => {
      const passage = await journal.read({ accept: audit });
      expect(passage.events).toHaveLength(100);
      return passage;
    });
    const outcomes = new Map(
      events.map(({ actor, data }) => [(data as { requestId: string }).requestId, { actor, data }]),
    );
    for (let n = 0; n < 100; n++)
      expect(outcomes.get(`r-${n}`)).toMatchObject({
        actor: (n % 2 ? admin : guest).contextId,
        data: { operation: "bells.ring", outcome: "bells.bell_cracked" },
      });
    expect(new Set(events.map(({ id }) => id.split(".")[0])).size).toBeLessThan(50);
  });

  it("excludes secrets from the digest of an input", async () => {
    const { admin, journal } = await start();
    await admin.post("bells.ring", { text: "tea" });
    await admin.post("bells.ring", { text: "tea", word: "sesame" });
    const { events } = await journal.read({ accept: audit });
    const [first, second] = events.map(({ data }) => (data as { digest: string }).digest);
    expect(first).toBe(second);
  });

  it("does not record queries and dry runs", async () => {
    const { admin, journal } = await start();
    const end = await journal.end();
    await admin.post("bells.count", {});
    await admin.post("bells.ring", { text: "tea" }, { "x-dry-run": "true" });
    expect(await journal.end()).toBe(end);
  });

  it("counts refusals, with one event per context and code, and one for unknown keys", async () => {
    const { client, gateway, admin, storage } = await start();
    const reader = await client(["bells:read"]);
    for (let n = 0; n < 3; n++) await reader.post("bells.ring", { text: "x" });
    for (let n = 0; n < 5; n++) {
      const key = `rctx_${"a".repeat(42)}${n}`;
      await admin.send("/api/v1/bells/ring", { method: "POST", headers: { authorization: `Bearer ${key}` } });
    }
    await gateway.stop();
    open.length = 0;
    const again = await start(storage);
    const { events } = await again.journal.read({ accept: audit });
    const refusals = events.filter(({ type }) => type === "gateway.requests.refused").map(({ data }) => data);
    expect(refusals).toHaveLength(2);
    expect(refusals).toContainEqual(
      expect.objectContaining({ contextId: reader.contextId, code: "gateway.forbidden", status: 403, count: 3 }),
    );
    expect(refusals).toContainEqual(
      expect.objectContaining({ code: "gateway.unauthenticated", status: 401, count: 5 }),
    );
    expect(JSON.stringify(events)).not.toContain("rctx_");
  });
});

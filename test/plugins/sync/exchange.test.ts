import memory from "@postern/storage-memory";
import { describe, expect, it, vi } from "vitest";
import { until } from "../../run/until.ts";
import { expectEqual, openLinked, openSide } from "./gateway.ts";

describe("two linked gateways", () => {
  it("exchange records in both directions and apply each change once", async () => {
    const { a, b } = await openLinked();
    await a.book("cook");
    await a.note("soup", "boil it", { book: "cook" });
    await b.note("tea", "brew it");
    await expectEqual(a, b, 3);
    expect(a.bySync().map(({ type }) => type)).toEqual(["notes.note.put"]);
    expect(b.bySync().map(({ type }) => type)).toEqual(["notes.book.put", "notes.note.put"]);
    await b.note("soup", "let it cool", { book: "cook" });
    await a.post("notes.remove", { id: "tea" });
    await expectEqual(a, b, 2);
    expect((await a.records())["notes note soup"]).toEqual({ text: "let it cool", book: "cook" });
    expect(a.bySync()).toHaveLength(2);
    expect(b.bySync()).toHaveLength(3);
    expect((await a.post("sync.conflicts.list")).total).toBe(0);
  });

  it("exchange existing records in the order of their references", async () => {
    const a = await openSide();
    const b = await openSide();
    // The book is changed after its notes but is sent before them.
    await b.book("cook");
    await b.post("notes.put", {
      notes: Array.from({ length: 700 }, (_, n) => ({ id: `n${n}`, text: `note ${n}`, book: "cook" })),
    });
    await b.book("cook", "Cooking");
    for (const side of [a, b]) await side.enable();
    await a.link(b, b.url);
    await expectEqual(a, b, 701);
    expect((await a.post("sync.inbox.list")).total).toBe(0);
    await until(async () => {
      const { inbox, outbox, linked } = await a.status();
      expect({ inbox, outbox, linked }).toEqual({
        inbox: { dead: 0, failed: 0, pending: 0, applied: 701 },
        outbox: { dead: 0, failed: 0, pending: 0 },
        linked: true,
      });
    });
    const { cursors, lastDownload, peerInstallationId } = await a.status();
    expect(lastDownload).toMatch(/^\d{4}-/);
    expect(cursors.map(({ cursorKey }: { cursorKey: string }) => cursorKey)).toContain(
      `${peerInstallationId}/notes/note/pull`,
    );
  });

  it("send large records one at a time", async () => {
    const { a, b } = await openLinked();
    await b.note("small", "x");
    await b.book("cook", "x".repeat(700_000));
    for (const id of ["one", "two"]) await b.note(id, id.repeat(100_000), { book: "cook" });
    await a.note("three", "y".repeat(3_000_000));
    await expectEqual(a, b, 5);
  });

  it("exchange a group only while it is enabled on both", async () => {
    const a = await openSide();
    const b = await openSide();
    await b.note("tea", "brew it");
    await b.enable();
    await a.link(b, b.url);
    await a.post("sync.run", { execute: true });
    expect(await a.post("sync.domains.list")).toMatchObject({ domains: [{ id: "notes", enabled: false, records: 0 }] });
    await a.enable("notes");
    await expectEqual(a, b, 1);
    await a.post("sync.disable", { domains: ["notes"] });
    await b.note("tea", "cold");
    await a.note("soup", "boil it");
    await a.post("notes.remove", { id: "tea" });
    await a.post("sync.run", { execute: true });
    expect(Object.keys(await b.records())).toEqual(["notes note tea"]);
    // Changes and removals in the meantime are found; a record that was also changed there is kept.
    await a.enable("notes");
    await expectEqual(a, b, 2);
    expect((await a.records())["notes note tea"]).toEqual({ text: "cold" });
  });

  it("choose the same version of a conflict and keep the other until it is resolved", async () => {
    const { a, b, wire } = await openLinked();
    await a.note("tea", "brew it", { updatedAt: 1 });
    await expectEqual(a, b, 1);
    wire.cut();
    await a.note("tea", "with milk", { updatedAt: 2 });
    await b.note("tea", "with lemon", { updatedAt: 3 });
    await until(async () => expect((await a.status()).lastError).toMatch(/refused|closed/));
    wire.mend();
    await a.post("sync.run", { execute: true });
    await expectEqual(a, b, 1);
    expect((await a.records())["notes note tea"]).toMatchObject({ text: "with lemon" });
    const shown = await Promise.all([a, b].map(async (side) => (await side.post("sync.conflicts.list")).conflicts));
    const [conflict] = shown.flat();
    expect(conflict).toMatchObject({ domain: "notes", name: ["note", "tea"], loser: "record" });
    const side = shown[0].length > 0 ? a : b;
    expect((await side.post("sync.conflicts.show", { id: conflict.id })).conflict).toMatchObject({
      current: { text: "with lemon" },
      lost: { text: "with milk" },
    });
    await side.post("sync.conflicts.resolve", { id: conflict.id, keep: "loser", execute: true });
    await until(async () => expect((await b.records())["notes note tea"]).toMatchObject({ text: "with milk" }));
    await expectEqual(a, b, 1);
    expect((await side.post("sync.conflicts.list")).total).toBe(0);
  });

  it("continue after a lost connection, a silent peer and a truncated response", async () => {
    const { a, b, wire } = await openLinked();
    wire.cutAfter(20_000);
    for (let n = 0; n < 40; n++) await b.note(`before${n}`, "x".repeat(2_000));
    await b.note("more", "x");
    await until(async () => expect((await a.status()).lastFailure?.message ?? "").toMatch(/closed/));
    wire.mend();
    await expectEqual(a, b, 41);
    wire.cut();
    for (let n = 0; n < 5; n++) await a.note(`after${n}`, "y");
    wire.mend();
    await expectEqual(a, b, 46);
    expect(new Set(b.bySync().map(({ subject }) => subject)).size).toBe(b.bySync().length);
  });

  it("show why they cannot exchange records, and continue when the reason is gone", async () => {
    const { a, b } = await openLinked();
    await a.note("tea", "brew it");
    await expectEqual(a, b, 1);
    await a.post("credentials.connections.disable", { connection: "other", provider: "postern" });
    await a.note("tea", "cold");
    await until(async () => expect((await a.status()).lastError).toMatch(/disabled/));
    const events = () => a.received.filter(({ type }) => type === "sync.link.changed");
    expect(events().at(-1)?.data).toMatchObject({ link: { state: "waiting" } });
    await a.post("credentials.connections.enable", { connection: "other", provider: "postern" });
    await expectEqual(a, b, 1);
    await until(() => expect(events().at(-1)?.data).toMatchObject({ link: { state: "running" } }));
  });

  it("hold a record that refers to a missing one, and apply it when that arrives", async () => {
    const { a, b } = await openLinked({ b: { runner: false } });
    const from = "site_aaaaaaaaaaaaaaaaaaaaaaaa";
    const soup = {
      domain: "notes",
      name: ["note", "soup"],
      vector: { [from]: 1 },
      wire: { text: "hot", book: "cook" },
    };
    const cook = { domain: "notes", name: ["book", "cook"], vector: { [from]: 1 }, wire: { title: "Cooking" } };
    const poison = { domain: "notes", name: ["note", "bad"], vector: { [from]: 1 }, wire: { text: "poison" } };
    expect(await b.post("sync.push", { site: from, records: [soup, soup, poison] })).toMatchObject({
      results: [{ status: "acked" }, { status: "acked" }, { status: "refused", reason: "Nobody takes this" }],
    });
    expect(await b.post("sync.inbox.list")).toMatchObject({
      total: 1,
      inbox: [{ domain: "notes", name: ["note", "soup"] }],
    });
    expect(await b.post("sync.push", { site: from, records: [cook, cook] })).toMatchObject({
      results: [{ status: "acked" }, { status: "skipped" }],
    });
    await expectEqual(a, b, 2);
    expect(b.bySync().map(({ type }) => type)).toEqual(["notes.book.put", "notes.note.put"]);
    await until(async () => expect(await b.post("sync.inbox.list", { status: "done" })).toMatchObject({ total: 1 }));
  });

  it("keep a record that can never be applied as a dead entry, to be retried or discarded", async () => {
    const { a, b } = await openLinked();
    await a.note("bad", "poison");
    await until(async () => expect((await a.post("sync.outbox.list", { status: "dead" })).total).toBe(1));
    const [{ id, lastError }] = (await a.post("sync.outbox.list")).outbox;
    expect(lastError).toMatch(/Nobody takes this/);
    expect((await a.status()).outbox).toMatchObject({ dead: 1 });
    await a.note("bad", "a remedy");
    await a.post("sync.outbox.retry", { id });
    await expectEqual(a, b, 1);
    await b.note("worse", "poison");
    await until(async () =>
      expect((await a.post("sync.inbox.list")).inbox).toMatchObject([
        { name: ["note", "worse"], lastError: "Nobody takes this" },
      ]),
    );
    const [held] = (await a.post("sync.inbox.list")).inbox;
    expect((await a.post("sync.inbox.discard", { id: held.id })).record.status).toBe("discarded");
  });

  it("continue after a restart, and apply nothing twice after cursors are reset", async () => {
    const storage = memory();
    const b = await openSide();
    const first = await openSide({ storage });
    for (const side of [first, b]) await side.enable();
    // The vault is new after the restart, so the key is in the environment.
    const { key } = await b.client(["sync:exchange"]);
    vi.stubEnv("SYNC_TEST_KEY", key);
    await first.post("credentials.connections.create", {
      provider: "postern",
      connection: "other",
      secretRef: "env:SYNC_TEST_KEY",
    });
    await first.post("sync.link", { consoleUrl: b.url, connection: "other", execute: true });
    await first.note("tea", "brew it");
    await expectEqual(first, b, 1);
    await first.stop();
    await b.note("soup", "boil it");
    const second = await openSide({ storage });
    await expectEqual(second, b, 2);
    expect(second.bySync()).toHaveLength(1);
    await second.post("sync.cursors.reset", { domain: "notes", execute: true });
    await until(async () => expect((await second.status()).cursors).toHaveLength(2));
    await expectEqual(second, b, 2);
    expect([...second.bySync(), ...b.bySync()]).toHaveLength(2);
  });

  it("converge in a ring of three", async () => {
    const sides = [await openSide(), await openSide(), await openSide()] as const;
    for (const side of sides) await side.enable();
    for (const [at, side] of sides.entries()) {
      const next = sides[(at + 1) % 3] as (typeof sides)[number];
      await side.link(next, next.url);
    }
    await Promise.all(sides.map((side, at) => side.note("tea", `by ${at}`)));
    await Promise.all(sides.map((side, at) => side.note(`own${at}`, "x")));
    await expectEqual(sides[0], sides[1], 4);
    await expectEqual(sides[1], sides[2], 4);
  });
});

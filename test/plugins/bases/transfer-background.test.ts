import { importFinished, importProgressed, importStarted, rowCreated } from "@postern/bases";
import memory from "@postern/storage-memory";
import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openTransferGateway } from "./transfer-gateway.ts";

/** A CSV file with many lines. */
const many = (count: number, line = (n: number) => `thing ${n},${n}`) =>
  `title,amount\n${Array.from({ length: count }, (_, n) => line(n)).join("\n")}\n`;

describe("an import of more than 1,000 rows", () => {
  it("runs in the background and emits an event for each portion", async () => {
    const setup = await openTransferGateway();
    const { base } = await setup.make();
    const events: unknown[] = [];
    for (const event of [importStarted, importProgressed, importFinished, rowCreated]) {
      setup.gateway.on(event, ({ type, data }: { type: string; data: object }) => void events.push({ type, ...data }));
    }
    const answer = await setup.take(many(1_800));
    expect(answer).toMatchObject({ state: "running", good: 1_800, created: 0, success: true });
    const ended = await setup.ended(answer.import);
    expect(ended).toMatchObject({ state: "done", rows: 1_800, of: 1_800, skipped: 0, format: "csv", baseId: base.id });
    expect(ended.finishedAt >= ended.createdAt).toBe(true);
    const about = { importId: answer.import, baseId: base.id };
    await until(() => expect(events).toHaveLength(6));
    expect(events).toEqual([
      { type: "bases.import.started", ...about, of: 1_800 },
      ...[500, 1_000, 1_500, 1_800].map((rows) => ({ type: "bases.import.progressed", ...about, rows, of: 1_800 })),
      { type: "bases.import.finished", ...about, created: 1_800, skipped: 0 },
    ]);
    expect(await setup.count()).toBe(1_800);
    const { rows } = await setup.post("bases.rows.list", { base: "things", limit: "500", offset: "1300" });
    expect(rows.map(({ values }: never) => (values as { amount: number }).amount)).toEqual(
      Array.from({ length: 500 }, (_, n) => 1_300 + n),
    );
  });

  it("skips invalid lines with partial", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const answer = await setup.take(
      many(3_000, (n) => (n % 3 ? `thing ${n},${n}` : `thing ${n},x`)),
      { partial: true },
    );
    expect(answer).toMatchObject({ state: "running", good: 2_000, bad: 1_000 });
    expect(await setup.ended(answer.import)).toMatchObject({ state: "done", rows: 2_000, of: 2_000, skipped: 1_000 });
    expect(await setup.count()).toBe(2_000);
  });
});

describe("a base that changes during an import", () => {
  /** A gateway without background work, then one with background work on the same store. */
  async function between(
    change: (post: (id: string, body: object) => Promise<unknown>) => Promise<unknown>,
    more = {},
  ) {
    const shared = { storage: memory(), blobs: createStorage() };
    const still = await openTransferGateway({ ...shared, background: false });
    await still.make();
    const { import: id } = await still.take(many(2_000), more);
    await change(still.post);
    const setup = await openTransferGateway({ ...shared });
    return { setup, id, ended: await setup.ended(id) };
  }

  it("lets the import continue if its lines still fit", async () => {
    const { setup, ended } = await between((post) =>
      post("bases.props.update", { base: "things", prop: "amount", key: "worth", name: "Worth" }),
    );
    expect(ended).toMatchObject({ state: "done", rows: 2_000 });
    expect((await setup.values({ limit: "1" }))[0]).toEqual({ title: "thing 0", worth: 0 });
  });

  it("undoes the import with a reason if its lines no longer fit", async () => {
    const { setup, ended } = await between((post) =>
      post("bases.props.create", { base: "things", name: "Owner", type: "text", required: true }),
    );
    expect(ended).toMatchObject({ state: "undone", rows: 0, reason: expect.stringContaining("owner is required") });
    expect(await setup.count()).toBe(0);
  });

  it("undoes the import if one of its properties was deleted", async () => {
    const { ended } = await between((post) => post("bases.props.delete", { base: "things", prop: "amount" }));
    expect(ended).toMatchObject({ state: "undone", reason: expect.stringContaining("deleted") });
  });

  it("undoes the import if the base was archived", async () => {
    const { ended } = await between((post) => post("bases.archive", { base: "things" }));
    expect(ended).toMatchObject({ state: "undone", reason: "the base was archived" });
  });

  it("skips lines that no longer fit, with partial", async () => {
    const { ended } = await between(
      (post) => post("bases.props.update", { base: "things", prop: "amount", type: "checkbox", execute: true }),
      { partial: true },
    );
    expect(ended).toMatchObject({ state: "done", rows: 2, skipped: 1_998 });
  });
});

describe("an import that fails", () => {
  /** A gateway whose files cannot be read while `isBroken`, on a store with a waiting import. */
  async function broken() {
    const shared = memory();
    const files = createStorage();
    const still = await openTransferGateway({ storage: shared, blobs: files, background: false });
    await still.make();
    const { import: id } = await still.take(many(2_000));
    const fault = { isBroken: true };
    const blobs = {
      ...files,
      getItemRaw: async (key: string) => {
        if (fault.isBroken) throw new Error("The disk is unavailable");
        return files.getItemRaw(key);
      },
    } as typeof files;
    const setup = await openTransferGateway({ storage: shared, blobs });
    return { setup, id, fault };
  }

  it("reports the error, and continues when the cause is gone", async () => {
    const { setup, id, fault } = await broken();
    await expect
      .poll(() => setup.shown(id))
      .toMatchObject({ state: "running", rows: 0, lastError: "The disk is unavailable" });
    fault.isBroken = false;
    const ended = await setup.ended(id);
    expect(ended).toMatchObject({ state: "done", rows: 2_000 });
    expect(ended).not.toHaveProperty("lastError");
    expect(await setup.count()).toBe(2_000);
  });

  it("continues immediately after a retry", async () => {
    const { setup, id, fault } = await broken();
    await expect.poll(async () => (await setup.shown(id)).lastError).toBeDefined();
    fault.isBroken = false;
    await setup.post("bases.imports.retry", { import: id });
    expect(await setup.ended(id)).toMatchObject({ state: "done", rows: 2_000 });
    expect(await setup.count()).toBe(2_000);
  });

  it("is undone after its last attempt, so that nothing stays half-imported", async () => {
    const { setup, id } = await broken();
    for (let hour = 0; hour < 24; hour++) await setup.advance(60 * 60 * 1000);
    const ended = await setup.ended(id);
    expect(ended).toMatchObject({
      state: "undone",
      rows: 0,
      reason: "all attempts failed; the last error was: The disk is unavailable",
    });
    expect(await setup.count()).toBe(0);
  });
});

describe("concurrent imports", () => {
  it("and other new rows do not affect each other", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => setup.take(many(60, (at) => `file ${n} line ${at},${at}`))),
      ...Array.from({ length: 20 }, (_, n) =>
        setup.post("bases.rows.create", { base: "things", values: { title: `row ${n}` } }),
      ),
    ]);
    expect(answers).toHaveLength(28);
    expect(await setup.count()).toBe(8 * 60 + 20);
    const { import: one } = answers[3];
    await setup.post("bases.imports.undo", { import: one, execute: true });
    const titles = (await setup.values()).map(({ title }: { title: string }) => title);
    expect(titles).toHaveLength(7 * 60 + 20);
    expect(titles.filter((title: string) => title.startsWith("file 3 "))).toEqual([]);
    expect(titles.filter((title: string) => title.startsWith("file 5 "))).toEqual(
      Array.from({ length: 60 }, (_, at) => `file 5 line ${at}`),
    );
  });
});

import bases from "@postern/bases";
import { testGateway } from "@postern/core/testing";
import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import { openTransferGateway } from "./transfer-gateway.ts";

/** A CSV file with many lines. */
const many = (count: number, line = (n: number) => `thing ${n},${n}`) =>
  `title,amount\n${Array.from({ length: count }, (_, n) => line(n)).join("\n")}\n`;

describe("an import", () => {
  it("creates a row for each line, in order", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const answer = await setup.take(
      "title,amount,done,day,at,stage,tags,mail\r\n" +
        'One,12.50,yes,2026-11-21,2026-11-21T08:00:00Z,New,"red, blue",ada@example.com\r\n' +
        "Two,-3,no,,,Won,,\r\n",
    );
    expect(answer).toMatchObject({ state: "done", lines: 2, good: 2, bad: 0, created: 2, diagnostics: [] });
    expect(answer.success).toBe(true);
    expect(await setup.values()).toEqual([
      {
        title: "One",
        amount: 12.5,
        done: true,
        day: "2026-11-21",
        at: "2026-11-21T08:00:00.000Z",
        stage: "New",
        tags: ["red", "blue"],
        mail: "ada@example.com",
      },
      { title: "Two", amount: -3, done: false, stage: "Won" },
    ]);
    expect(await setup.count()).toBe(2);
  });

  it("keeps the order of hundreds of rows created in one commit", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    await setup.take(many(300));
    const titles = (await setup.values()).map(({ title }: { title: string }) => title);
    expect(titles).toEqual(Array.from({ length: 300 }, (_, n) => `thing ${n}`));
  });

  it("accepts keys, ids and names in any case as the header, with surrounding spaces", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const { properties } = await setup.post("bases.props.list", { base: "things" });
    const amount = properties.find(({ key }: { key: string }) => key === "amount").id;
    expect(await setup.take(` the TITLE ,${amount}, Stage \nx,1,New\n`)).toMatchObject({ created: 1 });
    expect(await setup.values()).toEqual([{ title: "x", amount: 1, stage: "New" }]);
  });

  it.each([
    ["commas", "title,amount\nx,1\n"],
    ["semicolons", "title;amount\nx;1\n"],
    ["tabs", "title\tamount\nx\t1\n"],
    ["semicolons and quoted names", '"The title";"amount"\nx;1\n'],
    ["a byte order mark", "\ufefftitle,amount\nx,1\n"],
    ["a byte order mark before a quote", '\ufeff"title","amount"\nx,1\n'],
    ["a sep= line", "sep=;\r\ntitle;amount\r\nx;1\r\n"],
    ["CRLF", "title,amount\r\nx,1\r\n"],
    ["CR alone", "title,amount\rx,1\r"],
    ["mixed line endings", "title,amount\r\nx,1\n\r\n"],
    ["no final line ending", "title,amount\nx,1"],
    ["blank lines", "\n\ntitle,amount\n\nx,1\n,\n\n"],
    ["spaces around a number", "title,amount\nx, 1 \n"],
  ])("reads a file with %s", async (_name, content) => {
    const setup = await openTransferGateway();
    await setup.make();
    expect(await setup.take(content)).toMatchObject({ lines: 1, created: 1, diagnostics: [] });
    expect(await setup.values()).toEqual([{ title: "x", amount: 1 }]);
  });

  it("reads quotes, delimiters, line breaks and spaces within a quoted cell", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    await setup.take('title,amount\n"a ""b"", c\r\nd\n e ",1\n');
    expect(await setup.values()).toEqual([{ title: 'a "b", c\r\nd\n e ', amount: 1 }]);
  });

  it("removes an apostrophe that escapes a formula, and no other", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    await setup.take("title\n'=1+1\n''=1\n'quoted'\n'\n=2\n");
    const titles = (await setup.values()).map(({ title }: { title: string }) => title);
    expect(titles).toEqual(["=1+1", "'=1", "'quoted'", "'", "=2"]);
  });

  it("with only a header creates no rows", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const answer = await setup.take("title,amount\n");
    expect(answer).toMatchObject({ state: "done", lines: 0, created: 0, success: true });
    expect(answer).not.toHaveProperty("import");
    expect((await setup.post("bases.imports.list")).total).toBe(0);
  });

  it("in a dry run returns its plan and writes nothing", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const body = { base: "things", format: "csv", content: "title,amount\nx,1\ny,?\n" };
    const dry = (await setup.admin.post("bases.rows.import", body, { "x-dry-run": "true" })).body;
    expect(dry.plan).toMatchObject({
      summary: "Reject the file: only 1 of 2 lines are valid",
      lines: 2,
      good: 1,
      bad: 1,
    });
    expect(await setup.count()).toBe(0);
  });

  it("records who created the rows, and emits one event for all of them", async () => {
    const setup = await openTransferGateway();
    const { base } = await setup.make();
    const client = await setup.client(["bases:*"], "scout");
    await client.post("bases.rows.import", { base: base.id, format: "csv", content: "title\nx\ny\n" });
    const { rows } = await setup.post("bases.rows.list", { base: "things" });
    expect(rows.map(({ createdBy }: { createdBy: string }) => createdBy)).toEqual(["agent:scout", "agent:scout"]);
    expect((await setup.post("bases.imports.list")).imports).toMatchObject([{ createdBy: "agent:scout", rows: 2 }]);
  });

  it("runs once per idempotency key", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const body = { base: "things", format: "csv", content: "title\nx\n" };
    const [first, second] = [
      await setup.admin.post("bases.rows.import", body, { "idempotency-key": "k" }),
      await setup.admin.post("bases.rows.import", body, { "idempotency-key": "k" }),
    ];
    expect(second.body).toEqual(first.body);
    expect(await setup.count()).toBe(1);
  });

  it("requires write access", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const reader = await setup.client(["bases:read"]);
    const body = { base: "things", format: "csv", content: "title\nx\n" };
    expect((await reader.post("bases.rows.import", body)).status).toBe(403);
    expect((await reader.post("bases.rows.export", { base: "things", format: "csv" })).status).toBe(200);
  });

  it("asks agents for missing values", async () => {
    const setup = await openTransferGateway();
    await setup.make("things", [
      { key: "title", name: "Title", type: "text" },
      {
        key: "sum",
        name: "Sum",
        type: "agent",
        config: { agent: "scribe", instructions: "Sum up", inputs: ["title"] },
      },
    ]);
    expect(await setup.take("title,sum\nx,\ny,done\n")).toMatchObject({ created: 2 });
    expect(await setup.values()).toEqual([{ title: "x" }, { title: "y", sum: "done" }]);
  });
});

describe("imports", () => {
  it("are listed newest first, by base and by state", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    await setup.make("others", [{ key: "title", name: "Title", type: "text" }]);
    const { import: first } = await setup.take("title\nx\n");
    const { import: second } = await setup.take("title\ny\n", { base: "others" });
    const ids = async (more: object) =>
      (await setup.post("bases.imports.list", more)).imports.map(({ id }: { id: string }) => id);
    expect((await ids({})).sort()).toEqual([first, second].sort());
    expect(await ids({ base: "things" })).toEqual([first]);
    expect(await ids({ base: "others", state: "done" })).toEqual([second]);
    expect(await ids({ state: "running" })).toEqual([]);
    expect((await setup.admin.post("bases.imports.list", { base: "none" })).body.code).toBe("bases.base_not_found");
  });

  it("that do not exist are not found", async () => {
    const setup = await openTransferGateway();
    for (const id of ["bases.imports.show", "bases.imports.retry", "bases.imports.undo"]) {
      const { body } = await setup.admin.post(id, { import: "import_0123456789abcdef01234567" });
      expect(body).toMatchObject({ status: 404, code: "bases.import_not_found" });
    }
  });

  it("can be undone, with a plan that counts rows changed since", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    await setup.post("bases.rows.create", { base: "things", values: { title: "kept" } });
    const { import: id } = await setup.take("title,amount\nx,1\ny,2\nz,3\n");
    const { rows } = await setup.post("bases.rows.list", { base: "things" });
    await setup.post("bases.rows.update", { row: rows[1].id, values: { amount: 9 } });
    await setup.post("bases.rows.archive", { row: rows[2].id });
    const { plan } = await setup.post("bases.imports.undo", { import: id });
    expect(plan).toMatchObject({ summary: 'Remove 3 rows from the base "things", including 2 rows changed since' });
    expect(await setup.count()).toBe(3);
    const { import: undone } = await setup.post("bases.imports.undo", { import: id, execute: true });
    expect(undone).toMatchObject({ state: "undone", rows: 0, of: 3 });
    expect(await setup.values()).toEqual([{ title: "kept" }]);
    expect(await setup.values({ archived: true })).toEqual([]);
    expect(await setup.count()).toBe(1);
    const sorted = await setup.values({ sort: ["amount"] });
    expect(sorted).toEqual([{ title: "kept" }]);
    const again = await setup.admin.post("bases.imports.undo", { import: id, execute: true });
    expect(again.body).toMatchObject({ status: 409, code: "bases.import_ended", state: "undone" });
    const retry = await setup.admin.post("bases.imports.retry", { import: id });
    expect(retry.body).toMatchObject({ status: 409, code: "bases.import_ended" });
  });

  it("of thousands of rows are undone in the background", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const { import: id } = await setup.take(many(2_500));
    await setup.ended(id);
    const { import: undoing } = await setup.post("bases.imports.undo", { import: id, execute: true });
    expect(undoing.state).toBe("undoing");
    expect(await setup.ended(id)).toMatchObject({ state: "undone", rows: 0 });
    expect(await setup.count()).toBe(0);
    expect(await setup.values()).toEqual([]);
  });

  it("of wide rows are created and undone in commits of limited size", async () => {
    const setup = await openTransferGateway();
    const keys = Array.from({ length: 200 }, (_, n) => `p${n}`);
    await setup.make(
      "things",
      keys.map((key) => ({ key, name: key, type: "text" })),
    );
    const line = keys.map((key) => `value of ${key}`).join(",");
    const { import: id, state } = await setup.take(`${keys}\n${`${line}\n`.repeat(300)}`);
    expect(state).toBe("running");
    expect(await setup.ended(id)).toMatchObject({ state: "done", rows: 300 });
    const { import: undoing } = await setup.post("bases.imports.undo", { import: id, execute: true });
    expect(undoing.state).toBe("undoing");
    expect(await setup.ended(id)).toMatchObject({ state: "undone", rows: 0 });
    expect(await setup.count()).toBe(0);
  });

  it("that are running are stopped and undone", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const { import: id } = await setup.take(many(20_000));
    await setup.post("bases.imports.undo", { import: id, execute: true });
    expect(await setup.ended(id)).toMatchObject({ state: "undone", rows: 0, of: 20_000 });
    expect(await setup.count()).toBe(0);
  });

  it("can be retried, and create no row twice", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const { import: id } = await setup.take(many(6_000));
    await setup.post("bases.imports.retry", { import: id });
    expect(await setup.ended(id)).toMatchObject({ state: "done", rows: 6_000 });
    expect(await setup.count()).toBe(6_000);
  });
});

describe("the plugin on its own", () => {
  it("imports files without any other plugin", async () => {
    const { admin, stop } = await testGateway({ plugins: [bases()] });
    await admin.post("bases.create", { name: "alone", props: [{ name: "Title", type: "text" }] });
    const { body } = await admin.post("bases.rows.import", { base: "alone", format: "csv", content: "Title\nx\n" });
    expect(body).toMatchObject({ state: "done", created: 1 });
    await stop();
  });
});

it("removes files that no import uses, every hour", async () => {
  const [blobs, name] = [createStorage(), "ab".repeat(32)];
  const { advance } = await openTransferGateway({ blobs });
  await blobs.setItemRaw(`bases:ab:${name}`, new Uint8Array([1]));
  await advance(2 * 60 * 60 * 1_000);
  expect(await blobs.getKeys("bases")).toEqual([]);
});

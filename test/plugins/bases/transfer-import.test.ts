import bases, { importFinished, importProgressed, importStarted, rowCreated } from "@postern/bases";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
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

describe("an invalid line", () => {
  it("rejects the whole file, and each error is reported with line and column", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const answer = await setup.take(
      'The title,amount,done,day,stage,tags,mail,thing\nfine,1,,,,,,\n"broken\nover lines",x,maybe,2026-02-30,Old,"red,pink",nobody,row_0123456789abcdef01234567\n,1.234,,,,,,\n',
    );
    expect(answer).toMatchObject({ state: "refused", success: false, lines: 3, good: 1, bad: 2, created: 0 });
    expect(answer.diagnostics.map(({ line, column }: never) => [line, column])).toEqual([
      [3, "amount"],
      [3, "done"],
      [3, "day"],
      [3, "stage"],
      [3, "tags"],
      [3, "mail"],
      [3, "thing"],
      [5, "amount"],
      [5, "The title"],
    ]);
    const said = answer.diagnostics.map(({ message }: { message: string }) => message).join("\n");
    expect(said).toContain("must be one of New, Won");
    expect(said).toContain("must have at most 2 decimals");
    expect(said).toContain("is required");
    expect(await setup.count()).toBe(0);
    expect((await setup.post("bases.imports.list")).total).toBe(0);
  });

  it("is skipped with partial", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const answer = await setup.take("title,amount\nx,1\ny,?\nz,2\n", { partial: true });
    expect(answer).toMatchObject({ state: "done", success: true, lines: 3, good: 2, bad: 1, created: 2 });
    expect(answer.diagnostics).toMatchObject([{ line: 3, column: "amount", code: "value" }]);
    expect((await setup.values()).map(({ title }: { title: string }) => title)).toEqual(["x", "z"]);
    expect(await setup.shown(answer.import)).toMatchObject({ rows: 2, of: 2, skipped: 1 });
  });

  it("among 10,000 lines rejects all of them", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const answer = await setup.take(many(10_000, (n) => (n === 7_776 ? "bad,x" : `thing ${n},${n}`)));
    expect(answer).toMatchObject({ state: "refused", lines: 10_000, bad: 1 });
    expect(answer.diagnostics).toMatchObject([{ line: 7_778, column: "amount" }]);
    expect(await setup.count()).toBe(0);
  });

  it("is one of at most 1,000 that are reported", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const answer = await setup.take(many(2_000, () => "x,y"));
    expect(answer).toMatchObject({ bad: 2_000, diagnosticsTotal: 2_000 });
    expect(answer.diagnostics).toHaveLength(1_000);
  });

  it.each([
    ["too many cells", "title,amount\nx,1,2\n", "cells", "has a value in column 3, which has no name in the header"],
    ["too few cells", "title,amount\nx\n", "cells", "has fewer cells (1) than the header (2)"],
    ["a value in a column without a name", "title,,amount\nx,y,1\n", "cells", "has a value in column 2"],
    ["a quote within a cell", 'title,amount\nx"y,1\n', "line", "has a quote in an unquoted cell"],
    ["text after a closing quote", 'title,amount\n"x"y,1\n', "line", "has text after a closing quote"],
    ["a quote that is never closed", 'title,amount\n"x,1\ny,2\n', "line", "never closed"],
  ])("is reported for %s", async (_name, content, code, message) => {
    const setup = await openTransferGateway();
    await setup.make();
    const { diagnostics, state } = await setup.take(content);
    expect(state).toBe("refused");
    expect(diagnostics[0]).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(diagnostics[0].line).toBeGreaterThan(1);
  });

  it("is reported for an archived option and for an approval", async () => {
    const setup = await openTransferGateway();
    await setup.make("things", [
      {
        key: "kind",
        name: "Kind",
        type: "select",
        config: { options: [{ name: "Old", archived: true }, { name: "New" }] },
      },
      { key: "ok", name: "Ok", type: "approval" },
    ]);
    const { diagnostics } = await setup.take("kind,ok\nOld,\nNew,approved\nNew,\n");
    expect(diagnostics).toMatchObject([
      { line: 2, column: "kind", message: 'must not be the archived option "Old"' },
      { line: 3, column: "ok", message: "cannot be imported: an approver must set it for each row" },
    ]);
  });

  it("is reported for a reference to a missing row", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const { row } = await setup.post("bases.rows.create", { base: "things", values: { title: "first" } });
    const gone = "row_0123456789abcdef01234567";
    expect((await setup.take(`title,thing\nx,${gone}\n`)).diagnostics).toMatchObject([
      { line: 2, column: "thing", code: "ref", message: `must be the id of an existing row: "${gone}" does not exist` },
    ]);
    expect(await setup.take(`title,thing\nx,${row.id}\n`)).toMatchObject({ created: 1 });
  });
});

describe("a file that cannot be imported", () => {
  it.each([
    ["is empty", "", "is empty; the first line must name properties"],
    ["has nothing but blank lines", "\n\n", "is empty"],
    [
      "has an unknown column",
      "title,worth\nx,1\n",
      'has a column "worth" (number 2) that is not a property of this base, which has title',
    ],
    [
      "names a property twice",
      "title,The title\nx,y\n",
      'has two columns for the property title: "title" and "The title"',
    ],
    ["lacks a required column", "amount\n1\n", "has no column for the required property title"],
    ["has an invalid header", 'ti"tle,amount\nx,1\n', "has a first line that has a quote in an unquoted cell"],
  ])("is rejected if it %s", async (_name, content, message) => {
    const setup = await openTransferGateway();
    await setup.make();
    const problem = await setup.refuse(content);
    expect(problem).toMatchObject({ status: 400, code: "gateway.invalid_input" });
    expect(problem.issues[0]).toMatchObject({ path: "/content", message: expect.stringContaining(message) });
    expect(await setup.count()).toBe(0);
  });

  it("is rejected if several properties match a column", async () => {
    const setup = await openTransferGateway();
    await setup.make("things", [
      { key: "one", name: "Same", type: "text" },
      { key: "two", name: "Same", type: "text" },
    ]);
    expect((await setup.refuse("Same\nx\n")).issues[0].message).toContain("use one of the keys one, two");
    expect(await setup.take("one,two\nx,y\n")).toMatchObject({ created: 1 });
  });

  it.each([
    [{ format: "json" }, "/format"],
    [{ format: "csv", content: 5 }, "/content"],
    [{ format: "csv", partial: "yes" }, "/partial"],
    [{ format: "csv", base: "" }, "/base"],
    [{ format: "csv", column: "x" }, "/column"],
  ])("with %j is rejected with the path of the field", async (more, path) => {
    const setup = await openTransferGateway();
    await setup.make();
    const { body } = await setup.admin.post("bases.rows.import", { base: "things", content: "title\nx\n", ...more });
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  it.each([
    ["a line that never ends", `title\nx\n${"y".repeat(3 * 2 ** 20)}`, 3],
    ["an unclosed quote before megabytes", `title\nx\n"${"y\n".repeat(1.5 * 2 ** 20)}`, 3],
    ["a line of millions of cells", `title\nx\n${",".repeat(3 * 2 ** 20)}y\nz\n`, 3],
  ])("is rejected with the start line of %s", async (_name, content, line) => {
    const setup = await openTransferGateway();
    await setup.make();
    const { state, diagnostics } = await setup.take(content);
    expect(state).toBe("refused");
    expect(diagnostics).toMatchObject([{ line, message: expect.stringContaining("is longer than 2097152 bytes") }]);
  });

  it("is rejected with the limit if it has too many columns, lines or bytes", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const columns = await setup.refuse(`title${",".repeat(1_000)}\nx\n`);
    expect(columns.issues[0].message).toBe("has 1001 columns; the maximum is 1000");
    const lines = await setup.refuse(`title\n${"x\n".repeat(1_000_001)}`);
    expect(lines.issues[0].message).toBe("has more than 1000000 lines; split the file");
    const bytes = await setup.refuse(`title\n${"x".repeat(64 * 2 ** 20)}`);
    expect(bytes).toMatchObject({ status: 413, code: "gateway.body_too_large", limit: 64 * 2 ** 20 });
  });

  it("is rejected if its base is unknown or archived", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    expect(await setup.refuse("title\nx\n", { base: "nothing" })).toMatchObject({ code: "bases.base_not_found" });
    await setup.post("bases.archive", { base: "things" });
    expect(await setup.refuse("title\nx\n")).toMatchObject({ status: 409, code: "bases.base_archived" });
  });
});

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
    const fault = { isBroken: true, shift: 0 };
    const blobs = {
      ...files,
      getItemRaw: async (key: string) => {
        if (fault.isBroken) throw new Error("The disk is unavailable");
        return files.getItemRaw(key);
      },
    } as typeof files;
    const setup = await openTransferGateway({ storage: shared, blobs, now: () => Date.now() + fault.shift });
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
    const { setup, id, fault } = await broken();
    const passing = setInterval(() => {
      fault.shift += 60 * 60 * 1000;
    }, 200);
    const ended = await setup.ended(id).finally(() => clearInterval(passing));
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
  let shift = 0;
  await openTransferGateway({ blobs, now: () => Date.now() + shift });
  await blobs.setItemRaw(`bases:ab:${name}`, new Uint8Array([1]));
  shift = 2 * 60 * 60 * 1_000;
  await until(async () => expect(await blobs.getKeys("bases")).toEqual([]));
});

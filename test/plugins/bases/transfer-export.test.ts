import memory from "@postern/storage-memory";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTransferGateway, sheetOf, type TransferGateway } from "./transfer-gateway.ts";

/** Anything that a text may contain: quotes, line breaks, formulas, characters that XML cannot represent, emoji. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(..."'\"=+-@\t\r\n,; \u0000\u0001_xD00Aé😀＝\ufffe"), maxLength: 12 }),
  fc.constantFrom(
    "=1+1",
    "'=1",
    "''-1",
    "-",
    "'",
    "_x000D_",
    "_x005F_x000D_",
    "\r\n",
    " x ",
    "#N/A",
    "TRUE",
    "12",
    "1e5",
    "constructor",
    "__proto__",
    "\ufffd",
    "\ufdd0",
    "a\u{1fffe}b",
    "\u{10ffff}\u0000",
  ),
);
const row = fc.record(
  {
    title: text.filter((given) => given !== ""),
    amount: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(-1.5)),
    done: fc.boolean(),
    day: fc
      .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10)),
    at: fc
      .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((at) => at.toISOString()),
    stage: fc.constantFrom("New", "=Won"),
    tags: fc.uniqueArray(fc.constantFrom("red", "+green", "@blue"), { minLength: 1 }),
    phone: fc.constantFrom("+49 30 901820", "030 901820"),
  },
  { requiredKeys: ["title"] },
);
const options = (...names: string[]) => ({ options: names.map((name) => ({ name })) });
const props = [
  { key: "title", name: "Title", type: "text" },
  { key: "amount", name: "Amount", type: "number" },
  { key: "done", name: "Done", type: "checkbox" },
  { key: "day", name: "Day", type: "date" },
  { key: "at", name: "At", type: "date", config: { includeTime: true } },
  { key: "stage", name: "Stage", type: "select", config: options("New", "=Won") },
  { key: "tags", name: "Tags", type: "multi_select", config: options("red", "+green", "@blue") },
  { key: "phone", name: "Phone", type: "phone" },
];

async function withRows(...rows: object[]): Promise<TransferGateway> {
  const setup = await openTransferGateway();
  await setup.make("things", props);
  for (const values of rows) await setup.post("bases.rows.create", { base: "things", values });
  return setup;
}

describe("an export", () => {
  it("as CSV has the keys and one line per row, according to RFC 4180", async () => {
    const setup = await withRows(
      { title: 'a "b", c\nd', amount: -1.5, done: true, day: "2026-11-21", tags: ["red", "+green"] },
      { title: "é 😀", stage: "New" },
      {},
    );
    const { content, encoding, rows, success } = await setup.give("csv");
    expect(content).toBe(
      'title,amount,done,day,at,stage,tags,phone\r\n"a ""b"", c\nd",-1.5,true,2026-11-21,,,"red, +green",\r\n' +
        "é 😀,,,,,New,,\r\n,,,,,,,\r\n",
    );
    expect({ encoding, rows, success }).toEqual({ encoding: "utf8", rows: 3, success: true });
  });

  it("as CSV escapes everything that a spreadsheet would evaluate, except numbers", async () => {
    const setup = await withRows(
      ...["=1+1", "+1", "-1", "@x", "\tx", "\rx", "'=1", "＝1", "x=1"].map((title) => ({ title, amount: -2 })),
      { title: "x", stage: "=Won", tags: ["@blue"], phone: "+49 30 901820" },
    );
    const { content } = await setup.give("csv");
    const cells = content.split("\r\n").slice(1, -1);
    expect(cells.map((line: string) => line.split(",")[0])).toEqual([
      ..."'=1+1 '+1 '-1 '@x".split(" "),
      "'\tx",
      '"\'\rx"',
      "''=1",
      "'＝1",
      "x=1",
      "x",
    ]);
    expect(cells[0]).toContain(",-2,");
    expect(cells.at(-1)).toBe("x,,,,,'=Won,'@blue,'+49 30 901820");
  });

  it("as JSON has the rows as a list returns them", async () => {
    const setup = await withRows({ title: "=1", amount: 2, tags: ["red"] }, { title: "x" });
    const { content, encoding, rows } = await setup.give("json");
    expect(JSON.parse(content)).toEqual((await setup.post("bases.rows.list", { base: "things" })).rows);
    expect({ encoding, rows }).toEqual({ encoding: "utf8", rows: 2 });
    expect(JSON.parse((await (await withRows()).give("json")).content)).toEqual([]);
  });

  it("as XLSX has typed cells and no formulas", async () => {
    const setup = await withRows({
      title: "=1+1",
      amount: -1.5,
      done: false,
      day: "2026-11-21",
      at: "2026-11-21T08:00:05Z",
    });
    const { content, encoding, rows } = await setup.give("xlsx");
    expect({ encoding, rows }).toEqual({ encoding: "base64", rows: 1 });
    expect(await sheetOf(content)).toEqual([
      ["title", "amount", "done", "day", "at", "stage", "tags", "phone"],
      ["=1+1", -1.5, false, new Date("2026-11-21T00:00:00Z"), new Date("2026-11-21T08:00:05Z"), null, null, null],
    ]);
  });

  it("accepts a filter, a sort order, a view and the archive", async () => {
    const setup = await withRows({ title: "a", amount: 3 }, { title: "b", amount: 1 }, { title: "c", amount: 2 });
    const titles = async (more: object) =>
      JSON.parse((await setup.give("json", more)).content).map(
        ({ values }: never) => (values as { title: string }).title,
      );
    expect(await titles({ sort: ["amount:desc"] })).toEqual(["a", "c", "b"]);
    const filter = { match: "all", where: [{ field: "amount", op: "gte", value: 2 }] };
    expect(await titles({ filter })).toEqual(["a", "c"]);
    await setup.post("bases.views.create", {
      base: "things",
      name: "Big",
      properties: ["amount", "title"],
      filter,
      sort: ["amount"],
    });
    expect((await setup.give("csv", { view: "Big" })).content).toBe("amount,title\r\n2,c\r\n3,a\r\n");
    const { rows } = await setup.post("bases.rows.list", { base: "things" });
    await setup.post("bases.rows.archive", { row: rows[0].id });
    expect(await titles({})).toEqual(["b", "c"]);
    expect(await titles({ archived: true })).toEqual(["a"]);
  });

  it("applies a change of type that has not reached all rows, also to the sort order", async () => {
    const setup = await openTransferGateway({ storage: memory(), background: false });
    await setup.make("things", props);
    for (const title of ["10", "9", "x"]) await setup.post("bases.rows.create", { base: "things", values: { title } });
    await setup.post("bases.props.update", { base: "things", prop: "title", type: "number", execute: true });
    const { content } = await setup.give("json", { sort: ["title"] });
    expect(JSON.parse(content).map(({ values }: { values: object }) => values)).toEqual([
      { title: 9 },
      { title: 10 },
      {},
    ]);
  });

  it("preserves lone surrogates", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const titles = ["half \ud83d, ended", "\ude00\ud83d", "whole \u{1f600} \ud7ff"];
    for (const title of titles) await setup.post("bases.rows.create", { base: "things", values: { title } });
    const { content } = await setup.give("csv");
    await setup.take(content);
    const { rows } = await setup.post("bases.rows.list", { base: "things" });
    expect(rows.map(({ values }: { values: { title: string } }) => values.title).sort()).toEqual(
      [...titles, ...titles].sort(),
    );
  });

  it("with a filter that matches hundreds of rows has all of them", async () => {
    const setup = await withRows();
    const lines = Array.from({ length: 1_000 }, (_, n) => `t${n},${n % 2 ? n : ""}`);
    await setup.take(`title,amount\n${lines.join("\n")}`);
    const filter = { match: "all", where: [{ field: "amount", op: "filled" }] };
    const { content, rows } = await setup.give("csv", { filter, sort: ["amount:desc"] });
    expect(rows).toBe(500);
    expect(content.split("\r\n")[1]).toMatch(/^t999,999/);
    const all = {
      match: "any",
      where: [
        { field: "amount", op: "filled" },
        { field: "title", op: "contains", value: "0" },
      ],
    };
    const listed = await setup.post("bases.rows.list", { base: "things", filter: all });
    expect((await setup.give("csv", { filter: all })).rows).toBe(listed.total);
  });

  it("is rejected for unknown names and for values that do not fit the format", async () => {
    const setup = await withRows({ title: "x".repeat(40_000) });
    const ask = async (body: object) => (await setup.admin.post("bases.rows.export", { base: "things", ...body })).body;
    expect(await ask({ format: "csv", base: "none" })).toMatchObject({ code: "bases.base_not_found" });
    expect(await ask({ format: "csv", view: "none" })).toMatchObject({ code: "bases.view_not_found" });
    expect(await ask({ format: "csv", sort: ["none"] })).toMatchObject({ code: "bases.property_not_found" });
    expect(await ask({ format: "pdf" })).toMatchObject({ status: 400, issues: [{ path: "/format" }] });
    expect(await ask({ format: "xlsx" })).toMatchObject({
      status: 409,
      code: "bases.export_too_large",
      what: expect.stringContaining('A value of "title" has 40000 characters, and an XLSX cell can have up to 32767'),
    });
    expect((await setup.give("csv")).rows).toBe(1);
  });
});

describe("a file that is exported and imported again", () => {
  it.each(["csv", "xlsx"])("has the same rows for any values, as %s", async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        const setup = await withRows(...rows);
        const before = await setup.values();
        const { content } = await setup.give(format);
        await setup.make("copies", props);
        const answer = await setup.take(content, { base: "copies", format });
        expect(answer.diagnostics).toEqual([]);
        expect(await setup.values({ base: "copies" })).toEqual(before);
        const again = await setup.give(format, { base: "copies" });
        if (format === "csv") expect(again.content).toBe(content);
        await setup.stop();
      }),
      { numRuns: format === "csv" ? 60 : 15, endOnFailure: true },
    );
  });

  it("preserves texts that XML discourages and names of inherited members", async () => {
    const titles = [
      "constructor",
      "__proto__",
      "\u{10ffff}\u0000x",
      "a\u{1fffe}b",
      "\ufdd0",
      "\ufffd",
      "\ud83d",
      "\u0085",
    ];
    const setup = await withRows(...titles.map((title) => ({ title })));
    await setup.make("copies", props);
    await setup.take((await setup.give("xlsx")).content, { base: "copies", format: "xlsx" });
    expect(await setup.values({ base: "copies" })).toEqual(titles.map((title) => ({ title })));
  });

  it("preserves a single column, without blank values", async () => {
    const setup = await openTransferGateway();
    await setup.make("things", [{ key: "title", name: "Title", type: "text" }]);
    for (const values of [{ title: "a" }, {}, { title: " " }])
      await setup.post("bases.rows.create", { base: "things", values });
    const { content } = await setup.give("csv");
    expect(content).toBe('title\r\na\r\n""\r\n" "\r\n');
    expect(await setup.take(content)).toMatchObject({ lines: 2, created: 2 });
  });
});

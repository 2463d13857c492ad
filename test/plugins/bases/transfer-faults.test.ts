import { describe, expect, it } from "vitest";
import { openTransferGateway } from "./transfer-gateway.ts";

/** A CSV file with many lines. */
const many = (count: number, line = (n: number) => `thing ${n},${n}`) =>
  `title,amount\n${Array.from({ length: count }, (_, n) => line(n)).join("\n")}\n`;

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
      'has a column "worth" that is not a property of this base, which has title',
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

  it("lists all unknown columns in one error, with the field that creates them", async () => {
    const setup = await openTransferGateway();
    await setup.make("things", [{ key: "title", name: "Title", type: "text" }]);
    expect((await setup.refuse("title,worth,,size\nx,1,,2\n")).issues).toEqual([
      {
        path: "/content",
        code: "header",
        message: 'has columns "worth", "size" that are not properties of this base, which has title',
      },
      { path: "/createProperties", code: "header", message: "must be true to create these columns" },
    ]);
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

  it("is rejected with the limit if it has too many columns or bytes", async () => {
    const setup = await openTransferGateway();
    await setup.make();
    const columns = await setup.refuse(`title${",".repeat(1_000)}\nx\n`);
    expect(columns.issues[0].message).toBe("has 1001 columns; the maximum is 1000");
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

import { describe, expect, it } from "vitest";
import { fileOf, sheetOf } from "./transfer-gateway.ts";
import { archiveOf, cell, open, workbook, xmlOf } from "./transfer-xlsx.ts";

describe("an XLSX file", () => {
  it("is converted from typed cells to properties of any type", async () => {
    const setup = await open();
    const day = new Date("2026-11-21T00:00:00Z");
    const at = new Date("2026-11-21T08:30:15Z");
    const content = await fileOf([
      ["The title", "amount", "done", "day", "at", "tags"],
      ["text", 12.5, true, day, { value: at, type: Date, format: "yyyy-mm-dd hh:mm" }, "red, blue"],
      [42, "7", "no", "2026-11-22", "2026-11-21T08:30:15+01:00", null],
      [day, 0.1 + 0.2, null, at, day, "green"],
      [true, -3, null, null, null, null],
    ]);
    expect(await setup.take(content)).toMatchObject({ state: "done", created: 4, diagnostics: [] });
    expect(await setup.values()).toEqual([
      {
        title: "text",
        amount: 12.5,
        done: true,
        day: "2026-11-21",
        at: "2026-11-21T08:30:15.000Z",
        tags: ["red", "blue"],
      },
      { title: "42", amount: 7, done: false, day: "2026-11-22", at: "2026-11-21T07:30:15.000Z" },
      { title: "2026-11-21", amount: 0.3, day: "2026-11-21", at: "2026-11-21T00:00:00.000Z", tags: ["green"] },
      { title: "true", amount: -3 },
    ]);
  });

  it("is read from its first sheet without blank lines, with the line numbers of the sheet", async () => {
    const setup = await open();
    const rows = [["title", "amount", null], [null, null, null], ["x", 1, null], ["y", "?", null], [null]];
    const content = await fileOf([
      { data: rows, sheet: "First" },
      { data: [["other"], ["z"]], sheet: "Second" },
    ]);
    const answer = await setup.take(content, { partial: true });
    expect(answer).toMatchObject({ lines: 2, created: 1, diagnostics: [{ line: 4, column: "amount" }] });
    expect(await setup.values()).toEqual([{ title: "x", amount: 1 }]);
  });

  it("can have inline texts, missing cells and formulas from other programs", async () => {
    const setup = await open();
    const rows =
      `<row r="1">${cell("A1", "title")}${cell("B1", "amount")}${cell("D1", "stage")}</row>` +
      `<row r="3">${cell("A3", "=1+1")}<c r="B3"><f>SUM(1,2)</f><v>3</v></c>${cell("D3", "New")}</row>` +
      `<row r="4">${cell("A4", "a &lt;b&gt;&#10;c")}${cell("D4", "Won")}</row>`;
    const content = archiveOf(workbook(xmlOf(rows))).toString("base64");
    expect(await setup.take(content)).toMatchObject({ created: 2, diagnostics: [] });
    expect(await setup.values()).toEqual([
      { title: "=1+1", amount: 3, stage: "New" },
      { title: "a <b>\nc", stage: "Won" },
    ]);
  });

  it("of thousands of rows is imported in the background", async () => {
    const setup = await open();
    const content = await fileOf([["title", "amount"], ...Array.from({ length: 2_300 }, (_, n) => [`t${n}`, n])]);
    const answer = await setup.take(content);
    expect(answer).toMatchObject({ state: "running", good: 2_300 });
    expect(await setup.ended(answer.import)).toMatchObject({ state: "done", rows: 2_300, format: "xlsx" });
    const file = await setup.give("xlsx");
    const sheet = await sheetOf(file.content);
    expect([sheet.length, sheet[2_300]?.slice(0, 2)]).toEqual([2_301, ["t2299", 2_299]]);
  });

  it("can be base64 with line breaks", async () => {
    const setup = await open();
    const content = (await fileOf([["title"], ["x"]])).replace(/(.{76})/g, "$1\n");
    expect(await setup.take(content)).toMatchObject({ created: 1 });
  });
});

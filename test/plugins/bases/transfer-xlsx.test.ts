import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fileOf, openTransferGateway, sheetOf } from "./transfer-gateway.ts";

interface Packed {
  readonly name: string;
  readonly data: Buffer;
  /** The decompressed size that the archive declares. */
  readonly declared?: number;
}

/** A hand-made archive, which may have false sizes and counts. */
function archiveOf(files: readonly Packed[], count = files.length): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, data, declared = data.length } of files) {
    const packed = deflateRawSync(data);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(declared, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(declared, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    central.push(entry, Buffer.from(name));
    parts.push(head, Buffer.from(name), packed);
    offset += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

const workbook = (sheet: string, more: readonly Packed[] = []): Packed[] => [
  {
    name: "[Content_Types].xml",
    data: Buffer.from(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    ),
  },
  {
    name: "xl/_rels/workbook.xml.rels",
    data: Buffer.from(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
  },
  {
    name: "xl/workbook.xml",
    data: Buffer.from(
      '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
  },
  { name: "xl/worksheets/sheet1.xml", data: Buffer.from(sheet) },
  ...more,
];
const xmlOf = (rows: string) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

async function open() {
  const setup = await openTransferGateway();
  await setup.make();
  return {
    ...setup,
    take: (content: string, more: object = {}) => setup.take(content, { format: "xlsx", ...more }),
    refuse: (content: string) => setup.refuse(content, { format: "xlsx" }),
  };
}

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

describe("an invalid or oversized XLSX file", () => {
  const bomb = archiveOf(
    workbook(xmlOf(""), [{ name: "xl/sharedStrings.xml", data: Buffer.alloc(300 * 2 ** 20, "a") }]),
  );
  const lie = archiveOf(
    workbook(xmlOf("")).map((file) =>
      file.name.includes("sheet1") ? { ...file, data: Buffer.alloc(300 * 2 ** 20, "<"), declared: 1_000 } : file,
    ),
  );
  const crowd = archiveOf(
    workbook(
      xmlOf(""),
      Array.from({ length: 2_001 }, (_, n) => ({ name: `n${n}`, data: Buffer.alloc(0) })),
    ),
  );
  const far = archiveOf(
    workbook(xmlOf(`<row r="1">${cell("A1", "title")}</row><row r="1048576">${cell("XFD1048576", "x")}</row>`)),
  );
  const whole = archiveOf(workbook(xmlOf(`<row r="1">${cell("A1", "title")}</row>`)));

  it.each([
    ["is empty", "", "is empty"],
    ["is not base64", "no base64!", "must be an XLSX file in base64"],
    ["is truncated base64", `${whole.toString("base64").slice(0, 41)}`, "must be an XLSX file in base64"],
    ["is CSV", Buffer.from("title\nx\n").toString("base64"), "is not an XLSX file"],
    ["is an XLS file", Buffer.from("d0cf11e0a1b11ae10000", "hex").toString("base64"), "save it as XLSX"],
    ["is truncated", whole.subarray(0, whole.length - 30).toString("base64"), "is not an XLSX file"],
    [
      "is another kind of archive",
      archiveOf([{ name: "a.txt", data: Buffer.from("a") }]).toString("base64"),
      "is not a readable XLSX file",
    ],
    ["contains invalid XML", archiveOf(workbook("not <<< xml")).toString("base64"), "is not a readable XLSX file"],
    ["decompresses to hundreds of megabytes", bomb.toString("base64"), "the maximum is 268435456"],
    ["decompresses to more than it declares", lie.toString("base64"), "is not a readable XLSX file"],
    ["has thousands of files", crowd.toString("base64"), "more than 2000 files"],
    ["has its last cell in the farthest corner", far.toString("base64"), "takes too much memory or time to read"],
  ])("is rejected without harm if it %s", async (_name, content, message) => {
    const setup = await open();
    const before = process.memoryUsage().rss;
    const problem = await setup.refuse(content);
    expect(problem).toMatchObject({ status: 400, code: "gateway.invalid_input" });
    expect(problem.issues[0]).toMatchObject({ path: "/content", message: expect.stringContaining(message) });
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(1_500);
    expect((await setup.admin.post("bases.show", { base: "things" })).status).toBe(200);
    expect(await setup.count()).toBe(0);
  });
});

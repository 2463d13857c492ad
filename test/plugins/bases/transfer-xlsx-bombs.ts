import { archiveOf, cell, workbook, xmlOf } from "./transfer-xlsx.ts";

const title = `<row r="1">${cell("A1", "title")}</row>`;
const file = (rows: string): string => archiveOf(workbook(xmlOf(title + rows))).toString("base64");
const cellAt = (address: string, row: number | string = 2) => `<row r="${row}">${cell(address, "x")}</row>`;
const hidden = (address: string) => [...address].map((letter) => `&#${letter.charCodeAt(0)};`).join("");
const LONG_TEXT = "a".repeat(200_000);
const repeated = Array.from(
  { length: 20_000 },
  (_, n) => `<row r="${n + 2}"><c r="A${n + 2}" t="s"><v>0</v></c></row>`,
);

const bomb = archiveOf(workbook(xmlOf(""), [{ name: "xl/sharedStrings.xml", data: Buffer.alloc(300 * 2 ** 20, "a") }]));
const lie = archiveOf(
  workbook(xmlOf("")).map((file) =>
    file.name.includes("sheet1") ? { ...file, data: Buffer.alloc(300 * 2 ** 20, "<"), declared: 1_000 } : file,
  ),
);

/** Small XLSX files with cells so far away that filling the gap takes gigabytes, and what the error says. */
export const farCells: [name: string, content: string, message: string][] = [
  ["a cell in column ZZZZZZ", file(cellAt("ZZZZZZ2")), 'has a cell "ZZZZZZ2"; the last cell of a sheet is XFD1048576'],
  ["a cell in column ZZZZZ", file(cellAt("ZZZZZ2")), 'has a cell "ZZZZZ2"; the last cell'],
  ["a cell in the farthest corner", file(cellAt("XFD1048576", 1_048_576)), "has 16384 columns; the maximum is 1000"],
  ["a row 4000000000", file(cellAt("A4000000000", 4e9)), 'has a row "4000000000"; the last cell'],
  ["a row of 400 digits", file(`<row r="${"4".repeat(400)}"></row>`), 'has a row "44444444444444444444"; the last'],
  [
    "a column of a thousand letters",
    file(cellAt(`${"Z".repeat(1_000)}2`)),
    'has a cell "ZZZZZZZZZZZZZZZZZZZZ"; the last',
  ],
  [
    "a wide row and a low one",
    file(cellAt("ALL2") + cellAt("A1048576", 1_048_576)),
    "has 1048576 rows of 1000 columns, and a sheet can have at most 20000000 cells",
  ],
  ["a far address in character references", file(cellAt(hidden("ZZZZZZ2"))), "has a cell with the address"],
  ["a far row in character references", file(cellAt("A3", hidden("4000000000"))), "has a row with the address"],
];

/** Small XLSX files that only the limits of the process stop, or what an archive declares. */
export const bombs: [name: string, content: string, message: string][] = [
  ["decompresses to hundreds of megabytes", bomb.toString("base64"), "the maximum is 268435456"],
  ["decompresses to more than it declares", lie.toString("base64"), "is not a readable XLSX file"],
  [
    "has a far cell that the first look does not see",
    file(`<row r="2"><c x=">" r="ZZZZZZ2" t="inlineStr"><is><t>x</t></is></c></row>`),
    "needs more than 1024 MiB of memory to read",
  ],
  [
    "has one long text in thousands of cells",
    archiveOf(
      workbook(xmlOf(title + repeated.join("")), [
        { name: "xl/sharedStrings.xml", data: Buffer.from(`<sst><si><t>${LONG_TEXT}</t></si></sst>`) },
      ]),
    ).toString("base64"),
    "results in more than 1073741824 bytes",
  ],
];

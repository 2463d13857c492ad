import { MAX_COLUMNS } from "../line.ts";
import { type Entry, entryListOf, unpacked } from "./unpack.ts";

/** The size of a sheet in every spreadsheet program: its last cell is XFD1048576. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
const LAST_CELL = "XFD1048576";
/** Cells up to the last row and column with a value, because the library fills all gaps. */
const MAX_CELLS = 20_000_000;
/** Longest start tag that is looked at, in characters. */
const MAX_TAG = 65_536;

const WORDS = { row: "row", c: "cell" };
const START_TAG = /<(?:\w+:)?(row|c)\s([^<>]*)>/g;
const ADDRESS = /(?:^|\s)r\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/**
 * Why the first sheet of a file cannot be read: its cells reach too far. The library fills each gap before a cell with
 * empty cells, so a file of a thousand bytes can need any amount of memory. Continues the sentence "The file …".
 */
export async function extentFault(bytes: Uint8Array): Promise<string | undefined> {
  const entries = [...(entryListOf(bytes)?.entries() ?? [])].filter((entry) => entry !== undefined);
  const first = await firstSheetOf(bytes, entries);
  if (!first) return undefined;
  let [lastRow, lastColumn] = [0, 0];
  for await (const text of textOf(bytes, first)) {
    for (const [tag, name, attributes = ""] of text.matchAll(START_TAG)) {
      const [, quoted, other = ""] = ADDRESS.exec(attributes) ?? [];
      const fault = addressFault(name as "row" | "c", quoted ?? other);
      if (fault !== undefined) return fault;
      const { row, column } = placeOf(quoted ?? other);
      lastRow = Math.max(lastRow, row);
      // Cells without a value have a format only.
      if (!tag.endsWith("/>")) lastColumn = Math.max(lastColumn, column);
    }
    if (lastColumn > MAX_COLUMNS) return `has ${lastColumn} columns; the maximum is ${MAX_COLUMNS}`;
  }
  if (lastRow * lastColumn <= MAX_CELLS) return undefined;
  return (
    `has ${lastRow} rows of ${lastColumn} columns, and a sheet can have at most ${MAX_CELLS} cells; ` +
    "delete blank rows and columns, or split the file"
  );
}

/** Row and column of an address such as `B12`, counted from 1; 0 if it has none. */
function placeOf(address: string): { row: number; column: number } {
  const [, letters = "", digits = ""] = /^([A-Z]*)(\d*)$/.exec(address) ?? [];
  const column = [...letters.slice(0, 10)].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(digits), column };
}

function addressFault(name: "row" | "c", address: string): string | undefined {
  const shown = JSON.stringify(address.slice(0, 20));
  // Such as character references, which would hide a far address.
  if (!(name === "row" ? /^\d*$/ : /^([A-Z]+\d+)?$/).test(address))
    return `has a ${WORDS[name]} with the address ${shown}`;
  const { row, column } = placeOf(address);
  if (row <= LAST_ROW && column <= LAST_COLUMN) return undefined;
  return `has a ${WORDS[name]} ${shown}; the last cell of a sheet is ${LAST_CELL}`;
}

/** The text of a file in pieces, none of which ends within a start tag. */
async function* textOf(bytes: Uint8Array, entry: Entry): AsyncGenerator<string, void> {
  let rest = "";
  for await (const chunk of unpacked(bytes, entry)) {
    // The names and addresses that are looked for are ASCII.
    const text = rest + chunk.toString("latin1");
    const open = text.lastIndexOf("<");
    const isCut = open > text.lastIndexOf(">") && text.length - open < MAX_TAG;
    rest = isCut ? text.slice(open) : "";
    yield isCut ? text.slice(0, open) : text;
  }
}

/** The sheet that is read: the first of the workbook. */
async function firstSheetOf(bytes: Uint8Array, entries: readonly Entry[]): Promise<Entry | undefined> {
  const read = async (name: string): Promise<string> => {
    const entry = entries.find((one) => one.name === name);
    let text = "";
    if (entry) for await (const piece of textOf(bytes, entry)) text += piece;
    return text;
  };
  const [sheet = ""] = /<(?:\w+:)?sheet\s[^<>]*>/.exec(await read("xl/workbook.xml")) ?? [];
  const id = attributeOf(sheet, "(?:\\w+:)?id");
  for (const [relationship] of (await read("xl/_rels/workbook.xml.rels")).matchAll(
    /<(?:\w+:)?Relationship\s[^<>]*>/g,
  )) {
    if (attributeOf(relationship, "Id") !== id) continue;
    const target = attributeOf(relationship, "Target") ?? "";
    const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
    return entries.find(({ name }) => name === path);
  }
  return undefined;
}

const attributeOf = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];

/** The program that reads spreadsheets: the rows of the first sheet, in portions on request. */
import { serveParser } from "@postern/kit/parsing";
import { readSheet } from "read-excel-file/universal";
import { type Cell, isBlank } from "../line.ts";
import { extentFault } from "./extent.ts";

/** What the gateway sends, in this order: the file in chunks, the request to read it, requests for rows. */
export type ReaderMessage = { readonly chunk: Uint8Array } | { readonly read: true } | { readonly next: true };

/** A row that is not blank. `at` is its number in the sheet. */
export interface SheetRow {
  readonly at: number;
  readonly cells: Cell[];
}

const MAX_ROWS = 500;
/** Characters in one answer, or one row more. */
const MAX_LENGTH = 1_000_000;

serveParser<ReaderMessage>(() => {
  let chunks: Uint8Array[] = [];
  let rows: Cell[][] = [];
  let at = 0;

  async function read() {
    const bytes = Buffer.concat(chunks);
    chunks = [];
    const fault = await extentFault(bytes);
    if (fault !== undefined) return { refused: fault };
    try {
      const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
      rows = (await readSheet(file, 1, { trim: false })) as Cell[][];
      return {};
    } catch {
      return { refused: "is not a readable XLSX file, or has no sheet" };
    }
  }

  function nextRows(): SheetRow[] {
    const portion: SheetRow[] = [];
    let length = 0;
    for (; at < rows.length && portion.length < MAX_ROWS && length < MAX_LENGTH; at++) {
      const cells = rows[at] as Cell[];
      if (cells.every(isBlank)) continue;
      portion.push({ at: at + 1, cells });
      for (const cell of cells) length += typeof cell === "string" ? cell.length : 1;
    }
    return portion;
  }

  return (message) => {
    if ("chunk" in message) return void chunks.push(message.chunk);
    return "read" in message ? read() : { rows: nextRows() };
  };
});

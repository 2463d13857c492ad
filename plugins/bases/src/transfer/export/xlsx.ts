import type { PropertyRecord } from "../../collections.ts";
import { ExportTooLarge } from "../../errors.ts";
import type { Found } from "../../query/order.ts";
import { typeOf } from "../../types/index.ts";
import { MAX_BYTES } from "../line.ts";
import { ArchiveTooLarge, pack } from "../xlsx/pack.ts";
import { escapeCellText, MAX_IN_CELL } from "../xlsx/text.ts";
import { type CellValue, workbookOf } from "../xlsx/workbook.ts";
import { type ExportedFile, kindOf } from "./text.ts";

/** The first day that spreadsheets represent correctly. */
const FIRST_DAY = Date.UTC(1900, 2, 1);
/** The file is sent in base64. */
const MAX_FILE = (MAX_BYTES / 4) * 3;

/** The rows as a sheet with typed cells, so that text is never a formula. Only the compressed file is held in memory. */
export async function toXlsx(
  portions: AsyncIterable<readonly Found[]>,
  columns: readonly PropertyRecord[],
  signal: AbortSignal,
): Promise<ExportedFile> {
  let rows = 0;
  async function* cells() {
    for await (const found of portions) {
      rows += found.length;
      yield found.map(({ values }) => columns.map((property) => cellOf(values, property)));
    }
  }
  const files = workbookOf(
    columns.map(({ key }) => key),
    cells(),
  );
  try {
    const bytes = await pack(files, MAX_FILE, signal);
    return { content: bytes.toString("base64"), encoding: "base64", rows };
  } catch (error) {
    if (!(error instanceof ArchiveTooLarge)) throw error;
    throw ExportTooLarge({ what: `The exported file is larger than ${MAX_FILE} bytes` });
  }
}

function cellOf(values: Found["values"], property: PropertyRecord): CellValue {
  const value = values[property.id];
  if (value === undefined) return undefined;
  if (typeof value === "number" || typeof value === "boolean") return value;
  const text = typeOf(property.type).write(value, property.config);
  if (kindOf(property) === "date") {
    const at = new Date(text);
    // Spreadsheets store times as fractions of a day, which do not represent every millisecond exactly.
    return at.getTime() >= FIRST_DAY && at.getUTCMilliseconds() === 0 ? at : text;
  }
  const cell = escapeCellText(text);
  if (cell.length <= MAX_IN_CELL) return cell === "" ? undefined : cell;
  throw ExportTooLarge({
    what:
      `A value of "${property.key}" has ${cell.length} characters, and an XLSX cell can have up to ${MAX_IN_CELL} ` +
      "(CSV and JSON have no such limit)",
  });
}

import type { PropertyRecord } from "../../collections.ts";
import { ExportTooLarge } from "../../errors.ts";
import type { Found } from "../../query/order.ts";
import { typeOf } from "../../types/index.ts";
import { escapeCellText, MAX_IN_CELL } from "../xlsx/text.ts";
import { startThread, ThreadEnded } from "../xlsx/thread.ts";
import { assertFitting, type ExportedFile, kindOf } from "./text.ts";

type Value = string | number | boolean | Date | undefined;

/** The first day that spreadsheets represent correctly. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

/** The rows as a sheet with typed cells, so that text is never a formula. */
export async function toXlsx(
  portions: AsyncIterable<readonly Found[]>,
  columns: readonly PropertyRecord[],
  signal: AbortSignal,
): Promise<ExportedFile> {
  const thread = await startThread("write", signal);
  let rows = 0;
  try {
    await thread.ask({ rows: [columns.map(({ key }) => key)] });
    for await (const found of portions) {
      await thread.ask({ rows: found.map(({ values }) => columns.map((property) => cellOf(values, property))) });
      rows += found.length;
    }
    const { bytes } = await thread.ask<{ bytes: Uint8Array }>({ done: true });
    assertFitting((bytes.length * 4) / 3);
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
    return { content, encoding: "base64", rows };
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    throw ExportTooLarge({ what: "Writing this spreadsheet takes too much memory or time" });
  } finally {
    await thread.end();
  }
}

function cellOf(values: Found["values"], property: PropertyRecord): Value {
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

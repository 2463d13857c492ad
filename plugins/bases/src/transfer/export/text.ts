import type { PropertyRecord, SchemaRecord } from "../../collections.ts";
import { ExportTooLarge } from "../../errors.ts";
import type { Found } from "../../query/order.ts";
import { showRow } from "../../rows/row.ts";
import { typeOf } from "../../types/index.ts";
import { csvText } from "../csv/write.ts";
import { escapeFormula } from "../formula.ts";
import { MAX_BYTES } from "../line.ts";

/** An exported file. */
export interface ExportedFile {
  readonly content: string;
  readonly encoding: "utf8" | "base64";
  readonly rows: number;
}

type Portions = AsyncIterable<readonly Found[]>;

/** The type of a property's values: for an agent, the type that it fills in. */
export const kindOf = ({ type, config }: PropertyRecord): string =>
  type === "agent" ? (config.output ?? "text") : type;

/** The rows as CSV with the keys as the header. Formulas are escaped. */
export async function toCsv(portions: Portions, columns: readonly PropertyRecord[]): Promise<ExportedFile> {
  const cells = columns.map((property) => {
    const { id, type, config } = property;
    const isPlain = ["number", "date", "checkbox"].includes(kindOf(property));
    return ({ values }: Found): string => {
      const text = values[id] === undefined ? "" : typeOf(type).write(values[id], config);
      return isPlain ? text : escapeFormula(text);
    };
  });
  const header = csvText([columns.map(({ key }) => key)]);
  return joined(portions, header, (found) => csvText(found.map((one) => cells.map((cell) => cell(one)))), "");
}

/** The rows as a JSON array, as a list returns them. */
export function toJson(portions: Portions, schema: SchemaRecord, only?: readonly string[]): Promise<ExportedFile> {
  let isFirst = true;
  const text = (found: readonly Found[]) => {
    const json = found.map(({ row }) => JSON.stringify(showRow(row, schema, only))).join(",\n");
    const start = isFirst || json === "" ? "" : ",\n";
    isFirst = false;
    return start + json;
  };
  return joined(portions, "[", text, "]\n");
}

async function joined(
  portions: Portions,
  start: string,
  text: (found: readonly Found[]) => string,
  end: string,
): Promise<ExportedFile> {
  const parts = [start];
  let [rows, bytes] = [0, 0];
  for await (const found of portions) {
    const part = text(found);
    parts.push(part);
    rows += found.length;
    bytes += Buffer.byteLength(part);
    assertFitting(bytes);
  }
  parts.push(end);
  return { content: parts.join(""), encoding: "utf8", rows };
}

/** Throws a 409 error for a file that is too large for an answer. */
function assertFitting(bytes: number): void {
  if (bytes > MAX_BYTES) throw ExportTooLarge({ what: `The exported file is larger than ${MAX_BYTES} bytes` });
}

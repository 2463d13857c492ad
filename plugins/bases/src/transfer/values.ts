import type { Reads } from "@postern/core";
import { type PropertyRecord, type RowRecord, rows, type SchemaRecord } from "../collections.ts";
import { mayBeChosen } from "../rows/values.ts";
import { liveOf } from "../schema/find.ts";
import { typeOf } from "../types/index.ts";
import { unescapeFormula } from "./formula.ts";
import type { Columns } from "./header.ts";
import { type Cell, type Diagnostic, isBlank, type Line } from "./line.ts";

/** Converts lines to values. */
export interface Reader {
  readonly columns: Columns;
  /** The property of each column. */
  readonly properties: readonly (PropertyRecord | undefined)[];
  readonly refs: readonly PropertyRecord[];
  readonly required: readonly PropertyRecord[];
  /** Whether the format escapes formulas. */
  readonly isEscaped: boolean;
}

/** Undefined if the property of a column no longer exists. */
export function readerOf(columns: Columns, schema: SchemaRecord, format: string): Reader | undefined {
  const live = liveOf(schema);
  const properties = columns.ids.map((id) => live.find((property) => property.id === id));
  if (properties.some((property, at) => property === undefined && columns.ids[at] !== "")) return undefined;
  const refs = properties.filter((property) => property !== undefined).filter(({ type }) => type === "ref");
  const required = live.filter((property) => property.required);
  return { columns, properties, refs, required, isEscaped: format === "csv" };
}

type LineValues = { readonly values: RowRecord["values"]; readonly faults: readonly Diagnostic[] };

/** The values of a line by property id, and its errors. */
export async function valuesIn(line: Line, reader: Reader, store: Reads): Promise<LineValues> {
  const { columns, properties, refs, required } = reader;
  const { names } = columns;
  const nameOf = ({ id, key }: PropertyRecord) => names[columns.ids.indexOf(id)] ?? key;
  const faults: Diagnostic[] = [];
  const fault = (column: string | undefined, code: string, message: string) =>
    void faults.push({ line: line.at, ...(column !== undefined && { column }), code, message });
  if (line.fault) fault(undefined, "line", line.fault);
  else if (line.cells.length < names.length && reader.isEscaped) {
    fault(undefined, "cells", `has fewer cells (${line.cells.length}) than the header (${names.length})`);
  }
  const surplus = line.cells.findIndex((cell, at) => !isBlank(cell) && (columns.ids[at] ?? "") === "");
  if (surplus >= 0) fault(undefined, "cells", `has a value in column ${surplus + 1}, which has no name in the header`);
  if (faults.length > 0) return { values: {}, faults };

  const values: RowRecord["values"] = {};
  const broken = new Set<string>();
  for (let at = 0; at < properties.length; at++) {
    const property = properties[at];
    const text = property ? textIn(line.cells[at], property, reader.isEscaped) : "";
    if (!property || text === "") continue;
    const parsed = typeOf(property.type).parse(text, property.config);
    const reading = "fault" in parsed ? parsed : mayBeChosen(parsed.value, undefined, property);
    if ("value" in reading) values[property.id] = reading.value;
    else {
      broken.add(property.id);
      fault(names[at], "value", reading.fault);
    }
  }
  for (const property of required) {
    if (values[property.id] === undefined && !broken.has(property.id))
      fault(nameOf(property), "required", "is required");
  }
  for (const property of refs) {
    const ref = values[property.id];
    if (ref === undefined || (await store.count(rows, { prefix: [ref as string], limit: 1 })) > 0) continue;
    fault(nameOf(property), "ref", `must be the id of an existing row: "${ref}" does not exist`);
  }
  return { values, faults };
}

/** A cell as text for a property. Numbers and dates of a spreadsheet are formatted as the property accepts them. */
export function textIn(
  cell: Cell,
  { type, config }: Pick<PropertyRecord, "type" | "config">,
  isNeutral: boolean,
): string {
  const kind = type === "agent" ? (config.output ?? "text") : type;
  if (isBlank(cell)) return "";
  if (typeof cell === "string") {
    const text = isNeutral ? unescapeFormula(cell) : cell;
    return kind === "text" ? text : text.trim();
  }
  if (cell instanceof Date) {
    const iso = Number.isNaN(cell.getTime()) ? "" : cell.toISOString();
    const isDay = iso.endsWith("T00:00:00.000Z") && !(kind === "date" && config.includeTime);
    return isDay ? iso.slice(0, 10) : iso;
  }
  // A spreadsheet computes with more digits than it shows: 0.1 + 0.2 is stored as 0.30000000000000004.
  const isRounded = typeof cell === "number" && kind === "number" && config.precision !== undefined;
  return String(isRounded ? Number(cell.toPrecision(15)) : cell);
}

import type { Reads } from "@postern/core";
import { type PropertyRecord, type RowRecord, rows, type SchemaRecord } from "../collections.ts";
import { checked } from "../rows/values.ts";
import { liveOf } from "../schema/find.ts";
import { typeOf } from "../types/index.ts";
import { restored } from "./formula.ts";
import type { Columns } from "./header.ts";
import { type Cell, type Diagnostic, isBlank, type Line } from "./line.ts";

/** How lines become values. */
export interface Reader {
  readonly schema: SchemaRecord;
  readonly columns: Columns;
  /** Property of each column. */
  readonly properties: readonly (PropertyRecord | undefined)[];
  readonly refs: readonly PropertyRecord[];
  /** Whether texts may have been neutralised. */
  readonly isNeutral: boolean;
}

/** Undefined where a column's property is no longer there. */
export function readerOf(columns: Columns, schema: SchemaRecord, format: string): Reader | undefined {
  const live = liveOf(schema);
  const properties = columns.ids.map((id) => live.find((property) => property.id === id));
  if (properties.some((property, at) => property === undefined && columns.ids[at] !== "")) return undefined;
  const refs = properties.filter((property) => property !== undefined).filter(({ type }) => type === "ref");
  return { schema, columns, properties, refs, isNeutral: format === "csv" };
}

type Taken = { readonly values: RowRecord["values"]; readonly faults: readonly Diagnostic[] };

/** The values of a line by the ids of properties, and what is wrong with it. */
export async function valuesIn(line: Line, reader: Reader, store: Reads): Promise<Taken> {
  const { columns, properties, schema, refs } = reader;
  const { names } = columns;
  const faults: Diagnostic[] = [];
  const fault = (column: string | undefined, code: string, message: string) =>
    void faults.push({ line: line.at, ...(column !== undefined && { column }), code, message });
  if (line.fault) fault(undefined, "line", line.fault);
  else if (line.cells.length < names.length && reader.isNeutral) {
    fault(undefined, "cells", `has fewer cells (${line.cells.length}) than the header (${names.length})`);
  }
  const surplus = line.cells.findIndex((cell, at) => !isBlank(cell) && (columns.ids[at] ?? "") === "");
  if (surplus >= 0) fault(undefined, "cells", `has a value in column ${surplus + 1}, which the header does not name`);
  if (faults.length > 0) return { values: {}, faults };

  const given: Record<string, unknown> = {};
  const broken = new Set<string>();
  for (const [at, property] of properties.entries()) {
    if (!property) continue;
    const text = textIn(line.cells[at], property, reader.isNeutral);
    if (text === "") continue;
    const reading = typeOf(property.type).parse(text, property.config);
    if ("value" in reading) given[property.key] = reading.value;
    else {
      broken.add(property.key);
      fault(names[at], "value", reading.fault);
    }
  }
  const { values, issues } = checked({}, given, schema);
  for (const { path, code, message } of issues) {
    const key = path.slice("/values/".length);
    const at = properties.findIndex((property) => property?.key === key);
    if (!broken.has(key)) fault(at < 0 ? key : names[at], code, message);
  }
  for (const { id, key } of refs) {
    const ref = values[id];
    if (ref === undefined || (await store.count(rows, { prefix: [ref as string], limit: 1 })) > 0) continue;
    fault(names[columns.ids.indexOf(id)] ?? key, "ref", `there is no row ${ref}`);
  }
  return { values, faults };
}

/** A cell as text for a property: what a spreadsheet holds as a number or a date is spelled as the property takes it. */
function textIn(cell: Cell, { type, config }: PropertyRecord, isNeutral: boolean): string {
  const kind = type === "agent" ? (config.output ?? "text") : type;
  if (isBlank(cell)) return "";
  if (typeof cell === "string") {
    const text = isNeutral ? restored(cell) : cell;
    return kind === "text" ? text : text.trim();
  }
  if (cell instanceof Date) {
    const iso = Number.isNaN(cell.getTime()) ? "" : cell.toISOString();
    const isDay = iso.endsWith("T00:00:00.000Z") && !(kind === "date" && config.includeTime);
    return isDay ? iso.slice(0, 10) : iso;
  }
  // A spreadsheet calculates with more digits than it shows: 0.1 + 0.2 is no 0.3 there either.
  const isRounded = typeof cell === "number" && kind === "number" && config.precision !== undefined;
  return String(isRounded ? Number(cell.toPrecision(15)) : cell);
}

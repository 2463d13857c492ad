import { gatewayErrors } from "@postern/core";
import type { PropertyRecord, SchemaRecord } from "../collections.ts";
import { liveOf } from "../schema/find.ts";
import type { Line } from "./line.ts";

/** What the columns of a file are: ids of properties, and what the header calls them. */
export interface Columns {
  /** Empty where the header is empty. */
  readonly ids: readonly string[];
  readonly names: readonly string[];
}

/** More than a base has properties: some columns may have no name, and no values. */
const MOST_COLUMNS = 1_000;

/** What a header names, by the keys or names of properties; 400 that tells all that is wrong with it. */
export function columnsOf(header: Line | undefined, schema: SchemaRecord): Columns {
  const live = liveOf(schema);
  if (!header) throw contentFault("header", "is empty: its first line must name properties");
  if (header.fault) throw contentFault("header", `has a first line that ${header.fault}`);
  if (header.cells.length > MOST_COLUMNS) {
    throw contentFault("header", `has ${header.cells.length} columns; an import takes up to ${MOST_COLUMNS}`);
  }
  const names = header.cells.map((cell) => (cell === null || cell === undefined ? "" : String(cell).trim()));
  const faults: string[] = [];
  const taken = new Map<string, string>();
  const ids = names.map((name, at) => {
    if (name === "") return "";
    const found = named(name, live);
    const said = JSON.stringify(name.slice(0, 100));
    if (found.length === 0) {
      faults.push(`has a column ${said} (number ${at + 1}), which is no property; there are ${keysOf(live)}`);
    }
    const [{ id, key } = { id: "", key: "" }, ...others] = found;
    if (others.length > 0) {
      faults.push(`has a column ${said}, as several properties are named: use a key, ${keysOf(found)}`);
    } else if (id !== "" && taken.has(id)) {
      faults.push(`has two columns for the property ${key}: ${JSON.stringify(taken.get(id))} and ${said}`);
    }
    taken.set(id, name.slice(0, 100));
    return id;
  });
  if (names.every((name) => name === "")) faults.push("has a first line that names no property");
  for (const { id, key, required } of live) {
    if (required && !taken.has(id)) faults.push(`has no column for ${key}, which is required`);
  }
  if (faults.length > 0) throw contentFault("header", ...faults);
  return { ids, names: names.map((name) => name.slice(0, 100)) };
}

export function contentFault(code: string, ...messages: string[]) {
  const issues = messages.slice(0, 20).map((message) => ({ path: "/content", code, message }));
  return gatewayErrors.InvalidInput({ issues });
}

function named(name: string, live: readonly PropertyRecord[]): PropertyRecord[] {
  const byKey = live.filter(({ key, id }) => key === name || id === name);
  if (byKey.length > 0) return byKey;
  const byName = live.filter((property) => property.name.trim() === name);
  if (byName.length > 0) return byName;
  const plain = name.toLowerCase();
  return live.filter((property) => property.key === plain || property.name.trim().toLowerCase() === plain);
}

const keysOf = (properties: readonly PropertyRecord[]): string =>
  properties.length === 0
    ? "none"
    : properties
        .slice(0, 20)
        .map(({ key }) => key)
        .join(", ");

import { gatewayErrors } from "@postern/core";
import type { PropertyRecord, SchemaRecord } from "../collections.ts";
import { liveOf } from "../schema/find.ts";
import { type Line, MAX_COLUMNS } from "./line.ts";

/** The columns of a file. */
export interface Columns {
  /** The property id of each column; empty for a column without a name. */
  readonly ids: readonly string[];
  readonly names: readonly string[];
}

const MAX_ISSUES = 20;
const MAX_LISTED = 20;

/** Maps the header to properties, by key or name. Throws a 400 error that reports everything wrong with the header. */
export function columnsOf(header: Line | undefined, schema: SchemaRecord): Columns {
  const live = liveOf(schema);
  if (!header) throw contentFault("header", "is empty; the first line must name properties");
  if (header.fault) throw contentFault("header", `has a first line that ${header.fault}`);
  assertColumns(header);
  const names = headerNames(header);
  const faults: Issue[] = [];
  const unknown: string[] = [];
  const taken = new Map<string, string>();
  const ids = names.map((name) => {
    if (name === "") return "";
    const found = named(name, live);
    const quoted = JSON.stringify(name.slice(0, 100));
    if (found.length === 0) unknown.push(quoted);
    const [{ id, key } = { id: "", key: "" }, ...others] = found;
    if (others.length > 0) {
      faults.push(
        headerIssue(`has a column ${quoted} that matches several properties; use one of the keys ${keysOf(found)}`),
      );
    } else if (id !== "" && taken.has(id)) {
      faults.push(
        headerIssue(`has two columns for the property ${key}: ${JSON.stringify(taken.get(id))} and ${quoted}`),
      );
    }
    taken.set(id, name.slice(0, 100));
    return id;
  });
  if (unknown.length > 0) faults.unshift(...unknownIssues(unknown, live));
  if (names.every((name) => name === "")) faults.push(headerIssue("has a first line without any property"));
  for (const { id, key, required } of live) {
    if (required && !taken.has(id)) faults.push(headerIssue(`has no column for the required property ${key}`));
  }
  if (faults.length > 0) throw gatewayErrors.InvalidInput({ issues: faults.slice(0, MAX_ISSUES) });
  return { ids, names: names.map((name) => name.slice(0, 100)) };
}

/** Refuses a file with too many columns before they are compared with each other. */
export function assertColumns({ cells }: Pick<Line, "cells">): void {
  if (cells.length > MAX_COLUMNS)
    throw contentFault("header", `has ${cells.length} columns; the maximum is ${MAX_COLUMNS}`);
}

/** The names of the columns; empty for a column without a name. */
export const headerNames = ({ cells }: Line): string[] =>
  cells.map((cell) => (cell === null || cell === undefined ? "" : String(cell).trim()));

interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

const headerIssue = (message: string, path = "/content"): Issue => ({ path, code: "header", message });

/** The columns that match no property, and the field that creates properties for them. */
function unknownIssues(columns: readonly string[], live: readonly PropertyRecord[]): Issue[] {
  const one = columns.length === 1;
  const rest = columns.length > MAX_LISTED ? ` and ${columns.length - MAX_LISTED} more` : "";
  const listed = columns.slice(0, MAX_LISTED).join(", ") + rest;
  return [
    headerIssue(
      `has ${one ? "a column" : "columns"} ${listed} that ${one ? "is not a property" : "are not properties"} of this base, which has ${keysOf(live)}`,
    ),
    headerIssue(`must be true to create ${one ? "this column" : "these columns"}`, "/createProperties"),
  ];
}

export const contentFault = (code: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path: "/content", code, message }] });

/** The properties that a column name matches, by key or name. */
export function named(name: string, live: readonly PropertyRecord[]): PropertyRecord[] {
  const byKey = live.filter(({ key, id }) => key === name || id === name);
  if (byKey.length > 0) return byKey;
  const byName = live.filter((property) => property.name.trim() === name);
  if (byName.length > 0) return byName;
  const plain = name.toLowerCase();
  return live.filter((property) => property.key === plain || property.name.trim().toLowerCase() === plain);
}

const keysOf = (properties: readonly PropertyRecord[]): string =>
  properties.length === 0
    ? "no properties"
    : properties
        .slice(0, 20)
        .map(({ key }) => key)
        .join(", ");

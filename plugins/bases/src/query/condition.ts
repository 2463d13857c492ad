import { gatewayErrors } from "@postern/core";
import type { PropertyRecord, RowRecord, SchemaRecord } from "../collections.ts";
import { livePropertyOf } from "../schema/find.ts";
import type { Condition } from "../schemas.ts";
import { foldCase, sortKeyOfText, sortKeysOf } from "../sort-keys.ts";
import { typeOf } from "../types/index.ts";

/** A range of an index: below `prefix`, from the sort key `from` (included) to `to` (excluded). */
export interface Span {
  readonly prefix: readonly string[];
  readonly from?: string;
  readonly to?: string;
  /** Whether the range has exactly the rows that match the condition, each once. */
  readonly exact: boolean;
}

/** A compiled condition: a predicate, and the index range of its rows, if there is one. */
export interface Test {
  fits(values: RowRecord["values"], row: RowRecord): boolean;
  readonly span?: Span;
}

type Op = Condition["op"];

const EQUAL: readonly Op[] = ["eq", "ne", "in", "empty", "filled"];
const ORDERED: readonly Op[] = [...EQUAL, "lt", "lte", "gt", "gte"];
const TEXTUAL: readonly Op[] = [...EQUAL, "contains"];
const OPERATORS: Readonly<Record<string, readonly Op[]>> = {
  number: ORDERED,
  date: ORDERED,
  checkbox: ["eq", "ne", "empty", "filled"],
  select: EQUAL,
  status: EQUAL,
  multi_select: ["contains", "in", "empty", "filled"],
  person: EQUAL,
  ref: EQUAL,
  approval: EQUAL,
};

/** The smallest text that sorts after everything that starts with a sort key. */
const past = (sortKey: string): string => `${sortKey} `;

/** Compiles a condition, or throws a 400 error with `path`. */
export function testOf(condition: Condition, schema: SchemaRecord, path: string): Test {
  const { field, op } = condition;
  if (field === "createdAt" || field === "updatedAt") return timeTest(condition, field, path);
  const property = livePropertyOf(schema, field);
  const kind = property.type === "agent" ? (property.config.output ?? "text") : property.type;
  const operators = OPERATORS[kind] ?? TEXTUAL;
  if (!operators.includes(op)) throw faultAt(`${path}/op`, `must be one of ${operators.join(", ")} for "${field}"`);
  const test = propertyTest(condition, property, kind, path);
  // While rows hold values of a former type, their index entries are those of that type.
  return property.former && property.former.length > 0 ? { fits: test.fits } : test;
}

function propertyTest({ op, value }: Condition, property: PropertyRecord, kind: string, path: string): Test {
  const { id } = property;
  if (op === "empty" || op === "filled") {
    if (value !== undefined) throw faultAt(`${path}/value`, `must not be set with ${op}`);
    if (op === "empty") return { fits: (values) => values[id] === undefined };
    return { fits: (values) => values[id] !== undefined, span: { prefix: [id], exact: kind !== "multi_select" } };
  }
  if (value === undefined) throw faultAt(`${path}/value`, "is required");
  if (op === "contains" && kind !== "multi_select") {
    if (typeof value !== "string") throw faultAt(`${path}/value`, "must be a string");
    const part = foldCase(value);
    return { fits: (values) => values[id] !== undefined && foldCase(values[id] as string).includes(part) };
  }
  if (op === "in") {
    if (!Array.isArray(value)) throw faultAt(`${path}/value`, "must be an array");
    const wanted = new Set(value.flatMap((one) => sortKeysOf(given(one, property, path))));
    const texts = new Set(value.map((one) => given(one, property, path)));
    const isAmong = (one: unknown) =>
      typeof one === "string" ? texts.has(one) : sortKeysOf(one).some((at) => wanted.has(at));
    return { fits: (values) => values[id] !== undefined && [values[id]].flat().some(isAmong) };
  }
  const one = given(value, property, path);
  const [sortKey] = sortKeysOf(one) as [string];
  const isText = typeof one === "string" && !["select", "status", "multi_select", "date"].includes(kind);
  const equal = (other: unknown) =>
    isText && typeof other === "string" ? other === one : sortKeysOf(other)[0] === sortKey;
  switch (op) {
    case "eq":
      if (kind === "checkbox" && one === false) return { fits: (values) => values[id] !== true };
      return {
        fits: (values) => values[id] !== undefined && equal(values[id]),
        span: { prefix: [id, sortKey], exact: !isText },
      };
    case "ne":
      return { fits: (values) => values[id] === undefined || !equal(values[id]) };
    case "contains":
      return {
        fits: (values) => Array.isArray(values[id]) && values[id].includes(one),
        span: { prefix: [id, sortKey], exact: true },
      };
    default:
      return between(id, boundsOf(op, kind === "date" ? dayBound(one as string, op, property) : sortKey));
  }
}

/** The end of a day, for `lte` and `gt`, if the property has a time of day. */
function dayBound(iso: string, op: Op, { config }: PropertyRecord): string {
  const sortKey = sortKeyOfText(iso);
  const isDay = config.includeTime && iso.endsWith("T00:00:00.000Z");
  return isDay && (op === "lte" || op === "gt") ? `${sortKey.slice(0, 10)}u` : sortKey;
}

/** The range of sort keys from `from` (included) to `to` (excluded). */
function boundsOf(op: Op, sortKey: string): { from?: string; to?: string } {
  if (op === "lt") return { to: sortKey };
  if (op === "lte") return { to: past(sortKey) };
  return { from: op === "gt" ? past(sortKey) : sortKey };
}

function between(id: string, { from, to }: { from?: string; to?: string }): Test {
  return {
    fits(values) {
      const [sortKey] = sortKeysOf(values[id]);
      return sortKey !== undefined && (from === undefined || sortKey >= from) && (to === undefined || sortKey < to);
    },
    span: { prefix: [id], ...(from !== undefined && { from }), ...(to !== undefined && { to }), exact: true },
  };
}

function timeTest({ op, value }: Condition, field: "createdAt" | "updatedAt", path: string): Test {
  if (!["lt", "lte", "gt", "gte"].includes(op))
    throw faultAt(`${path}/op`, `must be one of lt, lte, gt, gte for "${field}"`);
  const reading = typeof value === "string" ? typeOf("date").read(value, { includeTime: true }) : { fault: "" };
  if ("fault" in reading) throw faultAt(`${path}/value`, "must be a time, such as 2026-11-21T08:00:00Z");
  const bound = reading.value as string;
  const compare = { lt: (at: string) => at < bound, lte: (at: string) => at <= bound };
  const isBefore = op === "lt" || op === "gte" ? compare.lt : compare.lte;
  const isWanted = op === "lt" || op === "lte";
  return { fits: (_values, row) => isBefore(row[field]) === isWanted };
}

/** The value to compare with, as a stored value of the property. */
function given(value: unknown, property: PropertyRecord, path: string): unknown {
  const { type, config } = property;
  const isOne = type === "multi_select";
  const read = isOne ? typeOf("select").read(value, config) : typeOf(type).read(value, config);
  if ("value" in read) return read.value;
  throw faultAt(`${path}/value`, read.fault);
}

const faultAt = (path: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code: "filter", message }] });

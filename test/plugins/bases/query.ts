import fc from "fast-check";
import { sortKeysOf } from "../../../plugins/bases/src/sort-keys.ts";

export type Values = { company: string; worth?: number; stage?: string; due?: string };

export const STAGES = ["New", "Won", "Lost"];
export const values = fc.record(
  {
    company: fc.oneof(
      fc.constantFrom("Initech", "initech", "Über", "uber", "Hooli"),
      fc.string({ minLength: 1, maxLength: 80 }),
    ),
    worth: fc.integer({ min: -300, max: 300 }).map((cents) => cents / 100),
    stage: fc.constantFrom(...STAGES),
    due: fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, "0")}`),
  },
  { requiredKeys: ["company"] },
);
export const condition = fc.oneof(
  fc.record({
    field: fc.constant("worth"),
    op: fc.constantFrom("lt", "lte", "gt", "gte", "eq", "ne"),
    value: fc.integer({ min: -3, max: 3 }),
  }),
  fc.record({ field: fc.constant("stage"), op: fc.constantFrom("eq", "ne"), value: fc.constantFrom(...STAGES) }),
  fc.record({ field: fc.constant("stage"), op: fc.constant("in"), value: fc.subarray(STAGES, { minLength: 1 }) }),
  fc.record({
    field: fc.constant("due"),
    op: fc.constantFrom("lt", "lte", "gt", "gte"),
    value: fc.constantFrom("2026-11-07", "2026-11-14"),
  }),
  fc.record({
    field: fc.constant("company"),
    op: fc.constantFrom("eq", "ne", "contains"),
    value: fc.constantFrom("Initech", "uber", "o"),
  }),
  fc.record({ field: fc.constantFrom("worth", "stage", "due"), op: fc.constantFrom("empty", "filled") }),
);
export type Condition = { field: keyof Values; op: string; value?: unknown };

export const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Evaluates a condition without an index. */
export function fits(row: Values, { field, op, value }: Condition): boolean {
  const has = row[field];
  if (op === "empty") return has === undefined;
  if (op === "filled") return has !== undefined;
  if (op === "ne") return has !== value;
  if (has === undefined) return false;
  if (op === "eq") return has === value;
  if (op === "in") return (value as unknown[]).includes(has);
  if (op === "contains") return fold(has as string).includes(fold(value as string));
  const [a, b] = [has, value] as [string, string];
  const order = a < b ? -1 : a > b ? 1 : 0;
  return { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[op] ?? false;
}

export function orderOf(
  sort: readonly string[],
): (a: { row: Values; at: number }, b: { row: Values; at: number }) => number {
  const keyOf = (row: Values, field: string): string | number | undefined => {
    const value = row[field as keyof Values];
    if (field === "stage") return value === undefined ? undefined : STAGES.indexOf(value as string);
    if (field !== "company") return value;
    return sortKeysOf(value)[0];
  };
  return (a, b) => {
    for (const said of sort) {
      const [field, direction] = said.split(":") as [string, string?];
      const [x, y] = [keyOf(a.row, field), keyOf(b.row, field)];
      if (x === y) continue;
      if (x === undefined) return 1;
      if (y === undefined) return -1;
      return (x < y ? -1 : 1) * (direction ? -1 : 1);
    }
    return (a.at - b.at) * (sort[0]?.includes(":") ? -1 : 1);
  };
}

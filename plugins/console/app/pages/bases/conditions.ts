import type { Property, RowCondition, RowFilter } from "@postern/client/api";
import { editorOf } from "./values.ts";

export type Op = RowCondition["op"];

/** What people read of the operators. */
export const OPS: Readonly<Record<Op, string>> = {
  eq: "is",
  ne: "is not",
  contains: "contains",
  in: "is one of",
  lt: "is less than",
  lte: "is at most",
  gt: "is more than",
  gte: "is at least",
  empty: "is empty",
  filled: "has a value",
};

const EQUAL: readonly Op[] = ["eq", "ne", "in", "empty", "filled"];

/** The operators that the gateway has for a field. */
export function opsOf(property: Property | undefined): readonly Op[] {
  // The times of creation and of the last change.
  if (!property) return ["lt", "lte", "gt", "gte"];
  const editor = editorOf(property);
  if (editor === "number" || editor === "date" || editor === "time") return [...EQUAL, "lt", "lte", "gt", "gte"];
  if (editor === "checkbox") return ["eq", "ne", "empty", "filled"];
  if (editor === "choices") return ["contains", "in", "empty", "filled"];
  const isExact = editor === "choice" || property.type === "person" || property.type === "ref";
  return isExact ? EQUAL : ["contains", ...EQUAL];
}

/** A condition as it is entered. */
export interface ConditionDraft {
  readonly field: string;
  readonly op: Op;
  readonly text: string;
}

export const draftsOf = ({ where }: RowFilter): ConditionDraft[] =>
  where.map(({ field, op, value }) => ({
    field,
    op,
    text: Array.isArray(value) ? value.join(", ") : String(value ?? ""),
  }));

/** The filter that was entered; null without a condition. */
export function filterOf(
  match: RowFilter["match"],
  drafts: readonly ConditionDraft[],
  properties: readonly Property[],
): RowFilter | null {
  const where = drafts.map((draft) =>
    conditionOf(
      draft,
      properties.find(({ key }) => key === draft.field),
    ),
  );
  return where.length === 0 ? null : { match, where };
}

function conditionOf({ field, op, text }: ConditionDraft, property: Property | undefined): RowCondition {
  if (op === "empty" || op === "filled") return { field, op };
  if (op === "in")
    return {
      field,
      op,
      value: text
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean)
        .map((one) => plainValue(one, property) as string | number),
    };
  return { field, op, value: plainValue(text, property) };
}

function plainValue(text: string, property: Property | undefined): string | number | boolean {
  const editor = property && editorOf(property);
  if (editor === "checkbox") return text !== "false";
  if (editor === "number" && text.trim() !== "" && !Number.isNaN(Number(text))) return Number(text);
  // `datetime-local` has no offset.
  const isTime = editor === "time" || property === undefined;
  return isTime && /^\d{4}-\d\d-\d\dT[\d:]+$/.test(text) ? new Date(text).toISOString() : text;
}

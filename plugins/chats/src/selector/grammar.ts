import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/kit/fields";

const Field = oneOf("channel", "instanceId", "kind", "agentId", "actorId", "tag", "title", "lastActivity", "archived");
const Op = oneOf("eq", "ne", "in", "contains", "before", "after");

/** A string, a flag, a time (Unix milliseconds or ISO 8601), or for `in` a list of strings. */
const Value = T.Unsafe<string | number | boolean | string[]>({
  type: ["string", "number", "boolean", "array"],
  items: { type: "string", minLength: 1, maxLength: 500 },
  minLength: 1,
  maxLength: 500,
  minItems: 1,
  maxItems: 500,
});

export const Condition = T.Object(
  {
    field: described(Field, "Field of the chat"),
    op: described(Op, "Operator"),
    value: described(Value, "Value to compare with: a string, a number, true or false, or a list for `in`"),
  },
  { additionalProperties: false },
);
export type Condition = Static<typeof Condition>;

/** Selects the chats of a list. An archived chat matches only if a condition names `archived`. */
export const Selector = T.Object(
  {
    match: described(oneOf("all", "any"), "Whether all conditions must match, or any"),
    where: T.Array(Condition, { description: "Conditions", minItems: 1, maxItems: 50 }),
  },
  { additionalProperties: false },
);
export type Selector = Static<typeof Selector>;

type Shape = "text" | "texts" | "flag" | "time";

/** The operators of each field, and the type of the value. */
const OPERATORS: Readonly<Record<Condition["field"], Readonly<Partial<Record<Condition["op"], Shape>>>>> = {
  channel: { eq: "text", ne: "text", in: "texts", contains: "text" },
  instanceId: { eq: "text", ne: "text", in: "texts", contains: "text" },
  kind: { eq: "text", ne: "text", in: "texts" },
  agentId: { eq: "text", ne: "text", in: "texts", contains: "text" },
  actorId: { eq: "text", ne: "text", in: "texts" },
  tag: { eq: "text", ne: "text", in: "texts", contains: "text" },
  title: { eq: "text", ne: "text", in: "texts", contains: "text" },
  lastActivity: { before: "time", after: "time" },
  archived: { eq: "flag", ne: "flag" },
};

const FITS: Readonly<Record<Shape, { label: string; test(value: Condition["value"]): boolean }>> = {
  text: { label: "a string", test: (value) => typeof value === "string" },
  texts: { label: "an array of strings", test: (value) => Array.isArray(value) },
  flag: { label: "true or false", test: (value) => typeof value === "boolean" },
  time: { label: "Unix milliseconds or an ISO 8601 time", test: (value) => !Number.isNaN(timeOf(value)) },
};

/** Unix milliseconds; NaN if the value is not a time. */
export function timeOf(value: Condition["value"]): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
}

export interface Fault {
  /** A JSON pointer into the selector. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** The faults of a selector that is valid by its schema. */
export function faultsOf({ match, where }: Selector): Fault[] {
  const faults = where.flatMap(({ field, op, value }, at): Fault[] => {
    const operators = OPERATORS[field];
    const shape = operators[op];
    if (shape === undefined) {
      const message = `must be one of ${Object.keys(operators).join(", ")} for the field ${field}`;
      return [{ path: `/where/${at}/op`, code: "operator", message }];
    }
    if (FITS[shape].test(value)) return [];
    return [{ path: `/where/${at}/value`, code: "value", message: `must be ${FITS[shape].label}` }];
  });
  // Such a selector would match nearly every chat, which is a mistake.
  if (match === "any" && where.every(({ op }) => op === "ne")) {
    faults.push({
      path: "/where",
      code: "negative",
      message: 'must contain a condition with another operator than ne, if match is "any"',
    });
  }
  return faults;
}

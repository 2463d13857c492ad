import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";

const Field = oneOf("channel", "instanceId", "kind", "agentId", "actorId", "tag", "title", "lastActivity", "archived");
const Op = oneOf("eq", "ne", "in", "contains", "before", "after");

/** Text, a flag, a time (Unix milliseconds or ISO 8601), or for `in` a list of texts. */
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
    field: described(Field, "The field"),
    op: described(Op, "How the field is compared"),
    value: described(Value, "What the field is compared with: a word, a number, true or false, or a list for `in`"),
  },
  { additionalProperties: false },
);
export type Condition = Static<typeof Condition>;

/** Which chats belong on a list. A chat that is archived matches only where a condition names `archived`. */
export const Selector = T.Object(
  {
    match: described(oneOf("all", "any"), "Whether all conditions have to hold, or any"),
    where: T.Array(Condition, { description: "The conditions", minItems: 1, maxItems: 50 }),
  },
  { additionalProperties: false },
);
export type Selector = Static<typeof Selector>;

type Shape = "text" | "texts" | "flag" | "time";

/** The operators of each field, and what each is compared with. */
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

const FITS: Readonly<Record<Shape, { says: string; test(value: Condition["value"]): boolean }>> = {
  text: { says: "a text", test: (value) => typeof value === "string" },
  texts: { says: "an array of texts", test: (value) => Array.isArray(value) },
  flag: { says: "true or false", test: (value) => typeof value === "boolean" },
  time: { says: "Unix milliseconds or an ISO 8601 time", test: (value) => !Number.isNaN(timeOf(value)) },
};

/** Unix milliseconds; NaN for what is no time. */
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

/** What is wrong with a selector that fits its schema. */
export function faultsOf({ match, where }: Selector): Fault[] {
  const faults = where.flatMap(({ field, op, value }, at): Fault[] => {
    const operators = OPERATORS[field];
    const shape = operators[op];
    if (shape === undefined) {
      const message = `${field} takes ${Object.keys(operators).join(", ")}`;
      return [{ path: `/where/${at}/op`, code: "operator", message }];
    }
    if (FITS[shape].test(value)) return [];
    return [{ path: `/where/${at}/value`, code: "value", message: `must be ${FITS[shape].says}` }];
  });
  // Nearly every chat differs from something: such a list would hold all there is, which nobody means.
  if (match === "any" && where.every(({ op }) => op === "ne")) {
    faults.push({
      path: "/where",
      code: "negative",
      message: 'with "any", at least one condition must be other than ne',
    });
  }
  return faults;
}

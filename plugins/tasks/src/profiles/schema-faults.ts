import type { TSchema } from "@postern/core";
import { suggest } from "@postern/core";
import { Value, type ValueError, ValueErrorType } from "@sinclair/typebox/value";

const MAX_FAULTS = 20;

/** A mismatch with the schema at `path`. With `inKey`, the key itself is wrong, not its value. */
export interface Mismatch {
  readonly path: readonly (string | number)[];
  readonly inKey: boolean;
  readonly code: string;
  readonly message: string;
}

/** The mismatches of a value, at most one per path, with messages that describe the expected value. */
export function schemaFaults(schema: TSchema, value: unknown): Mismatch[] {
  const found = new Map<string, Mismatch>();
  for (const error of Value.Errors(schema, value)) {
    if (!found.has(error.path)) found.set(error.path, mismatchOf(error));
    if (found.size >= MAX_FAULTS) break;
  }
  return [...found.values()];
}

function mismatchOf(error: ValueError): Mismatch {
  const path = stepsOf(error.path);
  const name = nameOf(path);
  switch (error.type) {
    case ValueErrorType.ObjectRequiredProperty:
      return { path, inKey: false, code: "missing_member", message: `${name} is missing` };
    case ValueErrorType.ObjectAdditionalProperties:
      return { path, inKey: true, code: "unknown_member", message: unknownField(name, error.schema) };
    default:
      return {
        path,
        inKey: false,
        code: "invalid_value",
        message: `${name || "The manifest"} must be ${expectedValue(error)}`,
      };
  }
}

function unknownField(name: string, { properties = {}, patternProperties = {} }: TSchema): string {
  const [pattern] = Object.keys(patternProperties as object);
  if (pattern !== undefined) return `${quoted(name)} is not a valid name; names must match ${pattern}`;
  const names = Object.keys(properties as object);
  const [suggestion] = suggest(name, names);
  return `Unknown field ${quoted(name)}; ${suggestion === undefined ? `allowed fields: ${names.join(", ")}` : `did you mean ${suggestion}?`}`;
}

/** Describes the expected value, completing "must be …". */
function expectedValue({ type, schema, value }: ValueError): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = schema;
  switch (type) {
    case ValueErrorType.StringPattern:
      return `${schema.description}, not ${quoted(String(value))}`;
    case ValueErrorType.StringMinLength:
    case ValueErrorType.StringMaxLength:
      return `text of ${minLength ?? 0} to ${maxLength} characters`;
    case ValueErrorType.Integer:
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.IntegerMaximum:
      return `a whole number from ${minimum} to ${maximum}`;
    case ValueErrorType.ArrayMinItems:
    case ValueErrorType.ArrayMaxItems:
      return `a list of ${minItems ?? 0} to ${maxItems} items`;
    case ValueErrorType.ArrayUniqueItems:
      return "a list without duplicates";
    case ValueErrorType.ObjectMinProperties:
    case ValueErrorType.ObjectMaxProperties:
      return `an object of ${minProperties ?? 0} to ${maxProperties} fields`;
    case ValueErrorType.Union:
      return `one of ${(schema.anyOf as TSchema[]).map(({ const: word }) => word).join(", ")}`;
    case ValueErrorType.Literal:
      return JSON.stringify(schema.const);
    default:
      return (
        { string: "text", boolean: "true or false", array: "a list", object: "an object" }[String(schema.type)] ??
        "of another type"
      );
  }
}

/** The name of the last step; for an item, with the name of its list. */
function nameOf(path: Mismatch["path"]): string {
  const last = path.at(-1) ?? "";
  return typeof last === "number" ? `${nameOf(path.slice(0, -1))}[${last}]` : last;
}

const quoted = (text: string): string => JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);

const stepsOf = (pointer: string): (string | number)[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((step) => (/^(0|[1-9]\d*)$/.test(step) ? Number(step) : step));

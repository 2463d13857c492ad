import { isSchema, type Schema } from "./manifest.ts";
import { comment, literal, memberName } from "./text.ts";

/** How the schemas inside a schema are written. */
export interface TypeContext {
  /** The name of a schema that has one, which may write it. */
  nameOf(schema: Schema): string | undefined;
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/** Words and members that constrain an object without being a type of their own. */
const SHAPES = ["type", "properties", "enum", "const", "items", "anyOf", "oneOf", "allOf", "$ref", "patternProperties"];

/** A schema as a type, over several lines if it has members. `indent` is that of the line it begins on. */
export function typeOf(schema: unknown, context: TypeContext, indent = ""): string {
  if (schema === false) return "never";
  if (!isSchema(schema)) return "unknown";
  return context.nameOf(schema) ?? bodyOf(schema, context, indent);
}

/** The same, without the name of the schema itself. */
export function bodyOf(schema: Schema, context: TypeContext, indent: string): string {
  const { const: constant, enum: words, type, properties, "x-list": list } = schema;
  if (constant !== undefined) return literalType(constant);
  if (Array.isArray(words)) return unionOf(words.map(literalType));
  const offered = context.lists[String(list)] ?? [];
  // Others can be added later, so these words are only suggestions.
  if (offered.length > 0) return unionOf([...offered.map(literal), "(string & {})"]);
  if (isSchema(properties)) return objectType(schema, context, indent);
  const members = alternativesOf(schema);
  if (members) return unionOf(members.map((member) => typeOf(member, context, indent)));
  const all = Array.isArray(schema.allOf) ? schema.allOf.filter(hasShape) : [];
  if (all.length > 0) return all.map((one) => inParentheses(typeOf(one, context, indent))).join(" & ");
  const types = Array.isArray(type) ? type : [type];
  return unionOf(types.map((one) => simpleType(one, schema, context, indent)));
}

/** Alternatives between required fields have no shape: TypeScript cannot say them without repeating every member. */
const alternativesOf = ({ anyOf, oneOf }: Schema): readonly unknown[] | undefined =>
  [anyOf, oneOf].find((members): members is unknown[] => Array.isArray(members) && members.some(hasShape));

const hasShape = (schema: unknown): boolean => isSchema(schema) && SHAPES.some((word) => word in schema);

function simpleType(type: unknown, schema: Schema, context: TypeContext, indent: string): string {
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === "number" || type === "integer") return "number";
  if (type === "array") return arrayType(schema, context, indent);
  return type === "object" ? recordType(schema, context, indent) : "unknown";
}

function arrayType({ items, prefixItems }: Schema, context: TypeContext, indent: string): string {
  if (Array.isArray(prefixItems))
    return `[${prefixItems.map((item) => typeOf(item, context, indent)).join(", ")}${items === false ? "" : ", ...unknown[]"}]`;
  return `${inParentheses(typeOf(items, context, indent))}[]`;
}

/** An object whose members have no fixed names. */
function recordType(schema: Schema, context: TypeContext, indent: string): string {
  const { additionalProperties: more, patternProperties: patterns } = schema;
  const values = [...(isSchema(patterns) ? Object.values(patterns) : []), ...(isSchema(more) ? [more] : [])];
  if (values.length === 0) return more === false ? "Record<string, never>" : "Record<string, unknown>";
  return `Record<string, ${unionOf(values.map((value) => typeOf(value, context, indent)))}>`;
}

function objectType(schema: Schema, context: TypeContext, indent: string): string {
  const { properties, required, additionalProperties: more } = schema;
  const needed = Array.isArray(required) ? required : [];
  const members = Object.entries(properties as Schema).map(([name, member]) =>
    memberOf(name, member, needed.includes(name), context, `${indent}  `),
  );
  // An index signature must fit all members, so their types are not repeated.
  if (isSchema(more) || isSchema(schema.patternProperties)) members.push(`${indent}  [member: string]: unknown;\n`);
  return members.length === 0 ? "Record<string, never>" : `{\n${members.join("")}${indent}}`;
}

function memberOf(name: string, member: unknown, isNeeded: boolean, context: TypeContext, indent: string): string {
  const { description, default: value, "x-range": range } = isSchema(member) ? member : {};
  const limits = Array.isArray(range) ? rangeText(range as number[]) : undefined;
  const text = [description, limits].filter((one): one is string => typeof one === "string").join(". ");
  const preset = value === undefined ? "" : `${text === "" ? "" : " "}(default: ${literal(value)})`;
  return `${comment([text + preset], indent)}${indent}${memberName(name)}${isNeeded ? "" : "?"}: ${typeOf(member, context, indent)};\n`;
}

function rangeText([minimum = 0, maximum = Number.MAX_SAFE_INTEGER]: readonly number[]): string {
  return maximum === Number.MAX_SAFE_INTEGER ? `At least ${minimum}` : `From ${minimum} to ${maximum}`;
}

const literalType = (value: unknown): string =>
  typeof value === "object" && value !== null ? "unknown" : literal(value);

function unionOf(types: readonly string[]): string {
  const unique = [...new Set(types)];
  return unique.includes("unknown") ? "unknown" : unique.join(" | ");
}

const inParentheses = (type: string): string => (/[|&]/.test(type) && !/^[{"]/.test(type) ? `(${type})` : type);

import { isObject, type Json } from "../json.ts";

/**
 * How much a list of tools says. `FULL` is everything that a model can use. Any other number makes a brief list: it is
 * the longest description of a field in it, in characters, because half a sentence is no help. A brief list leaves out
 * what the gateway answers anyway to a wrong call.
 */
export type Detail = number;
export const FULL: Detail = Number.POSITIVE_INFINITY;
/** The shortest: nothing is said about answers. */
export const NAMES_ONLY: Detail = -1;

/** Keywords that a model needs to write a value, and those that also limit it. */
const NEEDED = ["type", "enum", "const", "items", "properties", "required", "anyOf", "oneOf", "patternProperties"];
const LIMITS = ["pattern", "format", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"];
/** Longer patterns list values that the description lists too, or are no help. */
const MAX_PATTERN = 60;
/** Objects that are nested deeper are not spelled out in a brief list. A property and an item count one level each. */
const DEEPEST = 2;
/** Names of fields that every list has and that need no description. */
const KNOWN = ["id", "name", "title", "limit", "offset", "fields", "execute", "planDigest"];

/**
 * The schema of a field, as short as a model needs it. `name` is that of the field. In brief, only the fields of the
 * input itself are described.
 */
export function fieldSchema(schema: Json, detail: Detail, name = "", depth = 0): Json {
  const isFull = detail === FULL;
  if (!isFull && schema.properties !== undefined && isTooDeep(detail, name, depth))
    return { type: schema.type ?? "object" };
  const words = isFull ? [...NEEDED, ...LIMITS, "additionalProperties"] : NEEDED;
  const members = words.filter((word) => schema[word] !== undefined && isUseful(word, schema[word]));
  const description = isFull ? schema.description : depth < 2 ? briefDescription(schema.description, name, detail) : "";
  return {
    ...Object.fromEntries(members.map((word) => [word, inner(word, schema[word], detail, depth + 1)])),
    ...numberOf(schema, isFull),
    ...(typeof description === "string" && description !== "" && { description }),
  };
}

/** In the shortest list, objects within the objects of an input are not spelled out either; items have no name. */
const isTooDeep = (detail: Detail, name: string, depth: number): boolean =>
  depth > DEEPEST || (detail === NAMES_ONLY && depth === DEEPEST && name !== "");

function isUseful(word: string, value: unknown): boolean {
  if (word === "pattern") return String(value).length <= MAX_PATTERN;
  return word !== "patternProperties" || !isAnything(value);
}

/** Whether any member is allowed. */
const isAnything = (patterns: unknown): boolean =>
  isObject(patterns) && Object.values(patterns).every((one) => isObject(one) && Object.keys(one).length === 0);

function inner(word: string, value: unknown, detail: Detail, depth: number): unknown {
  if ((word === "properties" || word === "patternProperties") && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, isObject(one) ? fieldSchema(one, detail, name, depth) : one]),
    );
  if (Array.isArray(value) && (word === "anyOf" || word === "oneOf"))
    return value.map((one) => (isObject(one) ? fieldSchema(one, detail, "", depth) : one));
  return (word === "items" || word === "additionalProperties") && isObject(value)
    ? fieldSchema(value, detail, "", depth)
    : value;
}

/** A number that may also be written as text is a number for a model. */
function numberOf(schema: Json, isFull: boolean): Json {
  const { type, pattern, "x-range": range, default: preset } = schema;
  if (!Array.isArray(type) || !type.some((one) => one === "integer" || one === "number") || pattern === undefined)
    return {};
  const [minimum, maximum] = Array.isArray(range) ? (range as number[]) : [];
  return {
    type: type.find((one) => one !== "string"),
    pattern: undefined,
    ...(isFull && minimum !== undefined && { minimum }),
    ...(isFull && maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(isFull && preset !== undefined && { default: Number(preset) }),
  };
}

/** The start of a description, if it says more than the name of the field. */
function briefDescription(description: unknown, name: string, longest: number): string {
  if (longest === 0 || typeof description !== "string" || KNOWN.includes(name)) return "";
  const [clause = ""] = description.split(/[.;:(,]( |$)/);
  const words = clause.toLowerCase().split(/\W+/);
  const known = name.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  const more = words.filter((word) => !FILLERS.includes(word) && !known.includes(word.replace(/s$/, "")));
  if (more.length === 0) return "";
  return clause.length <= longest ? clause.trim() : "";
}

const FILLERS = ["", "a", "an", "its", "of", "the", "this", "that", "only", "on", "in", "with", "to", "is", "for"];

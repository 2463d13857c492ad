import type { Json } from "./json.ts";

/** Keywords whose values are not schemas. */
const VALUES = ["enum", "const", "default", "required", "x-range", "examples"];
/** Keywords whose values are schemas by name. */
const NAMED = ["properties", "patternProperties", "$defs", "dependentSchemas"];

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Replaces the schemas directly inside a schema. */
export function mapInner(schema: Json, replace: (inner: Json) => unknown): Json {
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    return isObject(value) ? replace(value) : value;
  };
  const members = Object.entries(schema).map(([word, value]) => {
    if (VALUES.includes(word)) return [word, value];
    if (!NAMED.includes(word) || !isObject(value)) return [word, replaced(value)];
    return [word, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]))];
  });
  return Object.fromEntries(members);
}

/**
 * One level of a schema in its published form. Numbers that may be strings have their range in the description, because JSON
 * Schema has no keyword for the range of a string. Values that are known only at startup become the enum. Annotations of
 * Postern are left out.
 */
export function published(schema: Json, lists: Readonly<Record<string, readonly string[]>>): Json {
  const { "x-secret": isSecret, "x-list": list } = schema;
  const rest: Json = Object.fromEntries(
    Object.entries(schema).filter(([word]) => !word.startsWith("x-") || word === "x-range"),
  );
  const offered = lists[String(list)] ?? [];
  const range = rangeOf(rest);
  const texts = [rest.description, range].filter((text) => typeof text === "string");
  return {
    ...rest,
    ...(offered.length > 0 && { enum: offered }),
    ...(Array.isArray(rest["x-range"]) && Array.isArray(rest.type) && limitsOf(rest["x-range"])),
    ...(texts.length > 0 && { description: texts.join(". ") }),
    // Tools that show responses hide this member.
    ...(isSecret === true && { format: "password" }),
  };
}

/** The range of a number, for a field that may be a string too. */
const limitsOf = ([minimum, maximum]: number[]): Json => ({ minimum, maximum });

function rangeOf({ "x-range": range, pattern, type }: Json): string | undefined {
  if (!Array.isArray(range)) return undefined;
  const [minimum, maximum] = range as [number, number];
  const kind = String(pattern).includes(".") ? "A number" : "A whole number";
  const to = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
  return `${kind} ${to}${type === "string" ? ", as a string" : ""}`;
}

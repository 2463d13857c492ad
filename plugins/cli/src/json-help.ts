import type { OperationEntry } from "@postern/core";

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  default?: unknown;
  examples?: unknown[];
}

/** Longer shapes and examples are cut: the OpenAPI document has all of them. */
const MAX_LENGTH = 200;
const MAX_DEPTH = 3;

/** What the help of a JSON flag says about its value: the shape, and an example in quotes for a shell. */
export function jsonHelp(field: string, schema: Schema, examples: OperationEntry["examples"] = []) {
  // A repeated flag has one item each time.
  const item = schema.type === "array" ? (schema.items ?? {}) : schema;
  const used = examples.map(({ input }) => input[field]).find((value) => value !== undefined);
  const found = JSON.stringify((Array.isArray(used) ? used[0] : used) ?? exampleOf(item));
  const shown = found.length > MAX_LENGTH ? JSON.stringify(exampleOf(item)) : found;
  const example = `'${shown.replaceAll("'", "'\\''")}'`;
  return { help: `JSON: ${cut(shapeOf(item))}, for example ${example}`, example };
}

const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);

/** The members of a value with their types; `?` marks optional ones. */
function shapeOf(schema: Schema, depth = 0): string {
  const { type, enum: words, properties, required = [], items, anyOf, oneOf = anyOf } = schema;
  // With a type, the alternatives only say which members go together.
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (words) return words.map((word) => JSON.stringify(word)).join(" | ");
  if (oneOf && !type) return [...new Set(oneOf.map((one) => shapeOf(one, depth)))].join(" | ");
  if (type === "array") return `[${items ? shapeOf(items, depth + 1) : ""}, …]`;
  if (type !== "object") return type === undefined ? "any value" : [type].flat().join(" | ");
  if (!properties || depth >= MAX_DEPTH) return "{…}";
  const members = Object.entries(properties).map(
    ([name, one]) => `${name}${required.includes(name) ? "" : "?"}: ${shapeOf(one, depth + 1)}`,
  );
  return `{${members.join(", ")}}`;
}

/** A value of the schema: its required members, or the first one. */
function exampleOf(schema: Schema, depth = 0): unknown {
  const { type, enum: words, properties = {}, required = [], items, anyOf, oneOf = anyOf, examples } = schema;
  const known = [schema.const, examples?.[0], schema.default, words?.[0]].find((value) => value !== undefined);
  if (known !== undefined) return known;
  if (oneOf?.[0] && !type) return exampleOf(oneOf[0], depth);
  switch ([type].flat()[0]) {
    case "array":
      return items && depth < MAX_DEPTH ? [exampleOf(items, depth + 1)] : [];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "object": {
      const [needed = Object.keys(properties).slice(0, 1)] = [required, oneOf?.[0]?.required].filter(
        (one) => one?.length,
      );
      if (needed.length === 0 || depth >= MAX_DEPTH) return { name: "value" };
      return Object.fromEntries(needed.map((name) => [name, exampleOf(properties[name] ?? {}, depth + 1)]));
    }
    default:
      return "text";
  }
}

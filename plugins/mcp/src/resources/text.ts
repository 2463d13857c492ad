import { isObject } from "../json.ts";

/** A value as text for people and models: a member a line, items with a dash, what is inside indented. */
export function asText(value: unknown, indent = ""): string {
  if (Array.isArray(value))
    return value.length === 0 ? `${indent}(empty)` : value.map((one) => item(one, indent)).join("\n");
  if (!isObject(value)) return indent + scalar(value, indent);
  return Object.entries(value)
    .map(([name, inner]) => member(name, inner, indent))
    .join("\n");
}

function member(name: string, value: unknown, indent: string): string {
  const isNested = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (!isNested) return `${indent}${name}: ${Array.isArray(value) ? "(empty)" : scalar(value, indent)}`;
  return `${indent}${name}:\n${asText(value, `${indent}  `)}`;
}

function item(value: unknown, indent: string): string {
  const inside = asText(value, `${indent}  `);
  return `${indent}- ${inside.slice(indent.length + 2)}`;
}

/** Lines after the first are indented, so that they cannot be mistaken for members. */
const scalar = (value: unknown, indent: string): string =>
  typeof value === "string" ? value.replaceAll("\n", `\n${indent}    `) : JSON.stringify(value);

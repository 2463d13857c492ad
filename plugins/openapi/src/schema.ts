import type { Json } from "./document.ts";

/** A schema for readers elsewhere. Numeric text says its range in words, since no keyword of JSON Schema can. */
export function published(schema: Json): Json {
  return mapped(schema) as Json;
}

function mapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapped);
  if (typeof value !== "object" || value === null) return value;
  const { "x-secret": isSecret, "x-folder": _isFolder, ...rest } = value as Json;
  const members = Object.fromEntries(
    Object.entries(rest).map(([name, inner]) => [name, keeps(name) ? inner : mapped(inner)]),
  );
  const said = [rest.description, rangeOf(rest["x-range"], rest.pattern)].filter((one) => typeof one === "string");
  return {
    ...members,
    ...(said.length > 0 && { description: said.join(". ") }),
    // A tool that shows answers hides this member.
    ...(isSecret === true && { format: "password" }),
  };
}

/** Values, which may look like schemas and are none. */
const keeps = (name: string): boolean => ["enum", "const", "default", "required", "x-range", "examples"].includes(name);

function rangeOf(range: unknown, pattern: unknown): string | undefined {
  if (!Array.isArray(range)) return undefined;
  const [minimum, maximum] = range as [number, number];
  const kind = String(pattern).includes(".") ? "A number" : "A whole number";
  const to = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
  return `${kind} ${to}, written as text`;
}

import type { OperationEntry } from "@postern/core";
import { UsageError } from "./exit.ts";

/** One field of an operation as a flag. */
export interface Flag {
  readonly field: string;
  readonly kind: "text" | "boolean" | "number" | "json" | "texts" | "jsons";
  readonly required: boolean;
  readonly description: string;
  readonly choices?: readonly string[];
}

interface FieldSchema {
  type?: string;
  enum?: string[];
  items?: FieldSchema;
  description?: string;
  default?: unknown;
}

/** The flags of an operation, from its input schema; `execute` is told by a flag of its own. */
export function flagsOf({ input }: OperationEntry): Flag[] {
  const { properties = {}, required = [] } = input as { properties?: Record<string, FieldSchema>; required?: string[] };
  return Object.entries(properties)
    .filter(([field]) => field !== "execute")
    .map(([field, schema]) => ({
      field,
      kind: kindOf(schema),
      required: required.includes(field),
      description: describe(schema),
      ...(schema.enum && { choices: schema.enum }),
    }));
}

function kindOf({ type, items }: FieldSchema): Flag["kind"] {
  if (type === "string") return "text";
  if (type === "boolean") return "boolean";
  if (type === "integer" || type === "number") return "number";
  if (type === "array") return items?.type === "string" ? "texts" : "jsons";
  return "json";
}

function describe({ description = "", enum: words, default: value }: FieldSchema): string {
  const choices = words ? `one of ${words.join(", ")}` : "";
  const standard = value === undefined ? "" : `default ${JSON.stringify(value)}`;
  return [description, choices, standard].filter(Boolean).join("; ");
}

/** The value of a flag as the field takes it. `before` is what the flag was given already. */
export function fieldValue({ field, kind }: Flag, text: string | boolean, before?: unknown): unknown {
  const earlier = Array.isArray(before) ? before : [];
  switch (kind) {
    case "texts":
      return [...earlier, text];
    case "jsons":
      return [...earlier, jsonOf(field, text)];
    case "json":
      return jsonOf(field, text);
    case "number":
      return numberOf(field, text);
    case "boolean":
      return booleanOf(field, text);
    default:
      return text;
  }
}

function jsonOf(field: string, text: string | boolean): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw new UsageError(`--${field} takes JSON, such as '{"name": "value"}'`);
  }
}

function numberOf(field: string, text: string | boolean): number {
  if (/^-?\d+(\.\d+)?$/.test(String(text))) return Number(text);
  throw new UsageError(`--${field} takes a number, not ${JSON.stringify(text)}`);
}

function booleanOf(field: string, text: string | boolean): boolean {
  if (text === true || text === "true") return true;
  if (text === "false") return false;
  throw new UsageError(`--${field} takes true or false, not ${JSON.stringify(text)}`);
}

/**
 * Flags as they may also be spelled: `--client-message-id` for `--clientMessageId`, `--no-autoplay` for `--noAutoplay`.
 * Left to the parser, the second would turn `autoplay` off, which is another field or none.
 */
export function spelledAsFields(args: readonly string[], fields: ReadonlySet<string>): string[] {
  return args.map((arg) => {
    const [, name, rest = ""] = /^--([a-z][a-z0-9-]*)(=.*)?$/s.exec(arg) ?? [];
    if (name === undefined || !name.includes("-")) return arg;
    const field = name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    return fields.has(field) ? `--${field}${rest}` : arg;
  });
}

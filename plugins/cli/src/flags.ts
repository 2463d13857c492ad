import type { OperationEntry } from "@postern/core";
import { Refusal } from "./exit.ts";
import { readJson } from "./json.ts";
import { jsonHelp } from "./json-help.ts";

/** One field of an operation as a flag. */
export interface Flag {
  readonly field: string;
  readonly kind: "text" | "boolean" | "number" | "json" | "texts" | "jsons" | "secret";
  readonly required: boolean;
  readonly description: string;
  readonly choices?: readonly string[];
  /** Whether it names a folder, relative to the caller's current folder and not the gateway's. */
  readonly isFolder: boolean;
  /**
   * The operation that uploads the files of the folder to a gateway on another machine: it receives `parts` in base64
   * and returns their names. The call then has `files`, each with a path and the names of its parts.
   */
  readonly upload?: string;
}

interface FieldSchema {
  type?: string | string[];
  enum?: string[];
  items?: FieldSchema;
  description?: string;
  default?: unknown;
  "x-secret"?: boolean;
  "x-range"?: unknown;
  "x-folder"?: true | string;
}

/** The flags of an operation, from its input schema; `execute` has its own flag. */
export function flagsOf({
  input,
  examples,
}: Pick<OperationEntry, "input"> & Partial<Pick<OperationEntry, "examples">>): Flag[] {
  const { properties = {}, required = [] } = input as { properties?: Record<string, FieldSchema>; required?: string[] };
  return Object.entries(properties)
    .filter(([field]) => field !== "execute")
    .map(([field, schema]) => {
      const kind = kindOf(schema);
      const choices = kind === "boolean" ? ["true", "false"] : (schema.enum ?? schema.items?.enum);
      const isRequired = required.includes(field);
      const folder = schema["x-folder"];
      return {
        field,
        kind,
        required: isRequired,
        description: describe(
          schema,
          isRequired,
          kind === "json" || kind === "jsons" ? jsonHelp(field, schema, examples) : "",
        ),
        isFolder: folder !== undefined,
        ...(typeof folder === "string" && { upload: folder }),
        ...(choices && { choices }),
      };
    });
}

function kindOf({ type, items, "x-secret": isSecret, "x-range": range }: FieldSchema): Flag["kind"] {
  if (isSecret) return "secret";
  // A number that may be sent as a string too.
  if (type === "string" || range || type?.includes("string")) return "text";
  if (type === "boolean") return "boolean";
  if (type === "integer" || type === "number") return "number";
  if (type === "array") return items?.type === "string" ? "texts" : "jsons";
  return "json";
}

function describe({ description = "", default: value }: FieldSchema, required: boolean, json: string): string {
  const notes = [json, required ? "required" : "", value === undefined ? "" : `default: ${JSON.stringify(value)}`];
  const note = notes.filter(Boolean).join("; ");
  return [description, note && `(${note})`].filter(Boolean).join(" ");
}

/** Flags of the command line that a field may also be named after. Such a field is set with `--input`. */
const RESERVED = new Set(["store", "dry-run", "config-file"]);

/** The flags of a field: `clientMessageId` or `client-message-id`; a secret is read from the file that is named. */
export function spellings({ field, kind }: Flag): string[] {
  const dashed = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const names = kind === "secret" ? [`${field}-file`, `${dashed}-file`] : [field, dashed];
  return [...new Set(names)].filter((name) => !RESERVED.has(name));
}

/** Reads the value of a flag for `fieldOf`. `before` is its earlier value, if the flag is repeated. */
export function readValue({ field, kind }: Flag, text: string, before?: unknown): unknown {
  const earlier = Array.isArray(before) ? before : [];
  switch (kind) {
    case "texts":
    case "jsons":
      return [...earlier, text];
    case "number":
      return numberOf(field, text);
    case "boolean":
      return booleanOf(field, text);
    default:
      return text;
  }
}

/**
 * The value of a field from the value of its flag. JSON is parsed only here, because the parser is loaded on demand.
 */
export async function fieldOf({ field, kind }: Flag, value: unknown): Promise<unknown> {
  const jsonOf = (text: unknown) => readJson(text as string, `--${field} must be JSON, such as '{"name": "value"}'`);
  if (kind === "json") return jsonOf(value);
  return kind === "jsons" ? Promise.all((value as unknown[]).map(jsonOf)) : value;
}

function numberOf(field: string, text: string): number {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new Refusal(`--${field} must be a number, not ${JSON.stringify(text)}`);
}

function booleanOf(field: string, text: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw new Refusal(`--${field} must be true or false, not ${JSON.stringify(text)}`);
}

/** The shell command that calls an operation. */
export function commandLine(id: string, input: Readonly<Record<string, unknown>>): string {
  const flags = Object.entries(input).flatMap(([field, value]) => {
    const values = Array.isArray(value) ? value : [value];
    if (value === true) return [`--${field}`];
    return values.map((item) => `--${field} ${quoted(typeof item === "string" ? item : JSON.stringify(item))}`);
  });
  return ["postern", ...id.split("."), ...flags].join(" ");
}

/** A word of a shell command. */
export const quoted = (text: string): string =>
  /^[\w.,:/@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

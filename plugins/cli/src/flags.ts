import type { OperationEntry } from "@postern/core";
import { presentationOf, type Reference } from "@postern/core/presentation";
import { Refusal } from "./exit.ts";
import { readJson } from "./json.ts";
import { jsonHelp } from "./json-help.ts";
import { type TimeField, timeExamples } from "./time-field.ts";

/** One field of an operation as a flag. */
export interface Flag {
  readonly field: string;
  readonly kind: "text" | "boolean" | "number" | "json" | "texts" | "jsons" | "secret";
  readonly required: boolean;
  readonly description: string;
  readonly choices?: readonly string[];
  /** An example of a JSON value, in quotes for a shell. */
  readonly example?: string;
  /** What it refers to: the command line also accepts a name or the beginning of an id. */
  readonly reference?: Reference;
  /** The pattern of the value, where it refers to something. */
  readonly pattern?: string;
  /** If it is a point in time: the command line also accepts local times. */
  readonly time?: TimeField;
  /** What the command line makes if it is not given: a random id, or the caller's name. */
  readonly made?: "random" | "caller";
  /** Whether it is a file, such as a CSV file, and not only text. */
  readonly isDocument: boolean;
  /** Other names of the flag. */
  readonly aliases: readonly string[];
  /** Whether it names a folder, relative to the caller's current folder and not the gateway's. */
  readonly isFolder: boolean;
  /**
   * The operation that uploads a long document, or the files of a folder to a gateway on another machine: it receives
   * `parts` in base64 and returns their names. The call then has `parts` with these names in place of the document, or
   * `files`, each with a path and the names of its parts.
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
  pattern?: string;
  "x-range"?: unknown;
  contentMediaType?: string;
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
      const { pattern } = schema;
      const { default: made, folder = false, upload } = presentationOf(schema);
      const json = kind === "json" || kind === "jsons" ? jsonHelp(field, schema, examples) : undefined;
      const time = timeOf(schema);
      const forms = time && `also ${JSON.stringify(timeExamples(time)[0])}`;
      const reference = referenceOf(schema) ?? referenceOf(schema.items);
      return {
        field,
        kind,
        required: isRequired,
        description: describe(schema, isRequired, forms ?? json?.help ?? ""),
        isFolder: folder,
        aliases: aliasesOf(field, properties),
        isDocument: schema.contentMediaType !== undefined && schema.contentMediaType !== "application/json",
        ...(json && { example: json.example }),
        ...(reference && { reference }),
        ...(reference && pattern !== undefined && { pattern }),
        ...(time && { time }),
        ...(made && { made }),
        ...(upload !== undefined && { upload }),
        ...(choices && { choices }),
      };
    });
}

/**
 * A field such as `chatId` is also `--chat`, and a time such as `dueAt` is also `--due`. The first field that refers to
 * something is also `--id` and the noun of what is listed. A name that another field has stays with that field.
 */
function aliasesOf(field: string, schemas: Readonly<Record<string, FieldSchema>>): string[] {
  const fields = Object.keys(schemas);
  const taken = fields.flatMap((other) => (other === field ? [] : [other, shortOf(other)]));
  const main = fields.find((other) => referenceOf(schemas[other]));
  const noun = singular(referenceOf(schemas[field])?.list.split(".").at(-2) ?? "");
  const time = presentationOf(schemas[field]).time ? field.replace(/(?<=[a-z])At$/, "") : field;
  const names = [shortOf(field), time, ...(field === main ? ["id", noun] : [])];
  return [...new Set(names)].filter((name) => name !== "" && name !== field && !taken.includes(name));
}

/** `chatId` as `chat`. */
export const shortOf = (field: string): string => field.replace(/(?<=[a-z])Id$/, "");

/** `deliveries` as `delivery`. */
export const singular = (plural: string): string =>
  plural.endsWith("ies") ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, "");

const referenceOf = (schema: FieldSchema | undefined): Reference | undefined => presentationOf(schema).ref;

function timeOf(schema: FieldSchema): TimeField | undefined {
  const { type = [], pattern } = schema;
  const { time: local } = presentationOf(schema);
  return local && { ...local, type: [type].flat(), pattern };
}

function kindOf({ type, items, ...schema }: FieldSchema): Flag["kind"] {
  if (schema["x-secret"]) return "secret";
  // A number that may be sent as a string too, and a time that may be typed as one.
  if (type === "string" || schema["x-range"] || presentationOf(schema).time || type?.includes("string")) return "text";
  if (type === "boolean") return "boolean";
  if (type === "integer" || type === "number") return "number";
  if (type === "array") return items?.type === "string" ? "texts" : "jsons";
  return "json";
}

function describe(schema: FieldSchema, required: boolean, forms: string): string {
  const { description = "", default: value } = schema;
  const { default: made, ref: reference } = presentationOf(schema);
  const makes = required && (made === "caller" ? "you" : made === "random" && "a new one");
  const shown = makes || (value === undefined ? undefined : JSON.stringify(value));
  const name = reference?.names?.length ? "or its name" : "";
  const notes = [name, forms, required && !made ? "required" : "", shown === undefined ? "" : `default: ${shown}`];
  const note = notes.filter(Boolean).join("; ");
  return [description, note && `(${note})`].filter(Boolean).join(" ");
}

/** Flags of the command line that a field may also be named after. Such a field is set with `--input`. */
const RESERVED = new Set(["store", "dry-run", "config-file", "output", "wide", "json"]);

/** The flags of a field: `clientMessageId` or `client-message-id`; a secret is read from the file that is named. */
export function spellings({ field, kind, aliases }: Flag): string[] {
  const dashed = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const names = kind === "secret" ? [`${field}-file`, `${dashed}-file`] : [field, dashed, ...aliases];
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
export async function fieldOf({ field, kind, example }: Flag, value: unknown): Promise<unknown> {
  const jsonOf = (text: unknown) => readJson(text as string, `--${field} must be JSON, such as ${example}`);
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

import type { Field, Schema } from "../data/catalog.ts";
import { referenceOf, referenceText } from "./template.ts";

/** How a person enters the value of a field. */
export type Control = "text" | "area" | "number" | "choice" | "yes-no" | "lines" | "json";

/** The longest text that fits one line. */
const LINE = 500;

export function controlOf(schema: Schema): Control {
  if (choicesOf(schema).length > 0) return "choice";
  const types = typesOf(schema);
  if (types.includes("boolean") && types.every((type) => type === "boolean" || type === "string")) return "yes-no";
  if (types.includes("integer") || types.includes("number")) return types.includes("object") ? "json" : "number";
  if (types.length === 1 && types[0] === "string")
    return schema.format !== "uri" && (schema.maxLength ?? LINE) > LINE ? "area" : "text";
  if (types.length === 1 && types[0] === "array" && isText(schema.items)) return "lines";
  return "json";
}

/** The allowed values of a field with few of them. */
export const choicesOf = (schema: Schema): readonly string[] => {
  const values = schema.enum ?? schema.anyOf?.flatMap((one) => (one.const === undefined ? [] : [one.const])) ?? [];
  const isComplete = !schema.anyOf || values.length === schema.anyOf.length;
  return isComplete && values.every((value) => typeof value === "string") ? (values as string[]) : [];
};

function typesOf({ type, anyOf }: Schema): readonly string[] {
  if (type !== undefined) return typeof type === "string" ? [type] : type;
  return [...new Set(anyOf?.flatMap(typesOf) ?? [])];
}

const isText = (schema: Schema | undefined): boolean =>
  schema !== undefined && typesOf(schema).length === 1 && typesOf(schema)[0] === "string";

/** What was entered, as the value of a field. Undefined for a field that is left empty. Throws for text that is not JSON. */
export function fieldValue(text: string, { schema, template }: Field): unknown {
  const control = controlOf(schema);
  if (text === "") return undefined;
  if (template !== undefined && !isWritten(control)) {
    const reference = referenceOf(text, control === "lines");
    if (reference) return reference;
  }
  if (control === "yes-no") return text === "true" || (text === "false" ? false : text);
  if (control === "number") return Number.isNaN(Number(text)) ? text : Number(text);
  if (control === "lines") return text.split("\n").filter((line) => line !== "");
  if (control !== "json") return text;
  return JSON.parse(text);
}

/** A value as it is entered. */
export function fieldText(value: unknown, { schema, template }: Field): string {
  const control = controlOf(schema);
  if (value === undefined) return "";
  const reference = template === undefined ? undefined : referenceText(value, control === "lines");
  if (reference !== undefined) return reference;
  if (control === "lines" && Array.isArray(value)) return value.join("\n");
  if (control === "json") return JSON.stringify(value, null, 2);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Whether every value is a text, so that a template is one too. */
const isWritten = (control: Control): boolean => control === "text" || control === "area" || control === "choice";

/** Why a text is not JSON. Undefined if it is. */
export function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return faultOf(error);
  }
}

/** What `JSON.parse` complains about. */
export const faultOf = (error: unknown): string => `must be JSON: ${(error as Error).message}`;

import type { TSchema } from "@postern/core";
import { languageOf } from "../language.ts";
import { Entry } from "../schemas.ts";

/** A problem of an entry: its location as a JSON pointer, and a message that describes the expected value. */
export interface Fault {
  readonly path?: string;
  readonly message: string;
}

const MAX_SHOWN = 64;
const NEEDED: readonly string[] = Entry.required ?? [];
const fields = Object.entries<TSchema>(Entry.properties);

/** The first problem of a registered profile, or undefined if it is valid. */
export function faultOf(entry: unknown): Fault | undefined {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry))
    return { message: "A profile must be an object with profileId and name" };
  const given = entry as Readonly<Record<string, unknown>>;
  const unknownName = Object.keys(given).find((name) => !Object.hasOwn(Entry.properties, name));
  if (unknownName !== undefined)
    return {
      path: `/${cut(unknownName)}`,
      message: `Unknown field; allowed fields: ${Object.keys(Entry.properties).join(", ")}`,
    };
  for (const [name, schema] of fields) {
    const isNeeded = NEEDED.includes(name);
    const expected =
      given[name] === undefined ? (isNeeded ? "be present" : undefined) : expectedValue(schema, given[name]);
    if (expected !== undefined) return { path: `/${name}`, message: `${name} must ${expected}` };
  }
  const { language } = given as { language?: string };
  if (language && languageOf(language) === undefined)
    return {
      path: "/language",
      message: `language must be a BCP 47 language tag, for example en or de-CH, not ${language}`,
    };
  return undefined;
}

/** The valid fields of a damaged profile. */
export const validFieldsOf = (damaged: object): Partial<Entry> =>
  Object.fromEntries(
    Object.entries(damaged).filter(([name, value]) => {
      const schema = fields.find(([field]) => field === name)?.[1];
      return schema !== undefined && expectedValue(schema, value) === undefined;
    }),
  );

/** Describes the expected value, completing "must …"; undefined if the value is valid. */
function expectedValue(schema: TSchema, value: unknown): string | undefined {
  if (schema.type === "boolean") return typeof value === "boolean" ? undefined : "be true or false";
  if (schema.type === "array") {
    const isList = Array.isArray(value) && value.length <= schema.maxItems && new Set(value).size === value.length;
    const isRight = isList && value.every((item) => expectedValue(schema.items, item) === undefined);
    return isRight ? undefined : `be a list of at most ${schema.maxItems} different texts`;
  }
  if (typeof value !== "string") return "be text";
  if (schema.enum) return schema.enum.includes(value) ? undefined : `be one of ${schema.enum.join(", ")}`;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  if (value.length < minLength || (value.length > maxLength && [...value].length > maxLength))
    return `be text of ${minLength} to ${maxLength} characters`;
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value))
    return `match ${pattern}; ${JSON.stringify(cut(value))} does not`;
  return undefined;
}

const cut = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

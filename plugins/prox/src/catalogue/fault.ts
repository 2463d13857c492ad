import type { TSchema } from "@postern/core";
import { languageOf } from "../language.ts";
import { Entry } from "../schemas.ts";

/** What is wrong with an entry: where, as a JSON pointer, and what would be right. */
export interface Fault {
  readonly path?: string;
  readonly message: string;
}

const MOST_SHOWN = 64;
const NEEDED: readonly string[] = Entry.required ?? [];
const fields = Object.entries<TSchema>(Entry.properties);

/** The first thing that is wrong with what somebody offers as a profile; undefined where it is one. */
export function faultOf(entry: unknown): Fault | undefined {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry))
    return { message: "A profile is an object with profileId and name" };
  const given = entry as Readonly<Record<string, unknown>>;
  const strange = Object.keys(given).find((name) => !Object.hasOwn(Entry.properties, name));
  if (strange !== undefined)
    return {
      path: `/${cut(strange)}`,
      message: `There is no such field; there are ${Object.keys(Entry.properties).join(", ")}`,
    };
  for (const [name, schema] of fields) {
    const isNeeded = NEEDED.includes(name);
    const right = given[name] === undefined ? (isNeeded ? "be there" : undefined) : rightFor(schema, given[name]);
    if (right !== undefined) return { path: `/${name}`, message: `${name} must ${right}` };
  }
  const { language } = given as { language?: string };
  if (language && languageOf(language) === undefined)
    return { path: "/language", message: `language must name a language, like en or de-CH; there is no ${language}` };
  return undefined;
}

/** Those members of something damaged that a profile may have as they are. */
export const soundPartsOf = (damaged: object): Partial<Entry> =>
  Object.fromEntries(
    Object.entries(damaged).filter(([name, value]) => {
      const schema = fields.find(([field]) => field === name)?.[1];
      return schema !== undefined && rightFor(schema, value) === undefined;
    }),
  );

/** What a value would have to be, completing "must"; undefined where it is that. */
function rightFor(schema: TSchema, value: unknown): string | undefined {
  if (schema.type === "boolean") return typeof value === "boolean" ? undefined : "be true or false";
  if (schema.type === "array") {
    const isList = Array.isArray(value) && value.length <= schema.maxItems && new Set(value).size === value.length;
    const isRight = isList && value.every((item) => rightFor(schema.items, item) === undefined);
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

const cut = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

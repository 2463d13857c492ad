import { defineFormat } from "@postern/core";
import { present, type Reference } from "@postern/core/presentation";
import { type TSchema, type TString, type TUnsafe, Type } from "@sinclair/typebox";

interface FieldOptions {
  description?: string;
  minLength?: number;
  maxLength?: number;
}

defineFormat("uri", (text) => URL.canParse(text));

/**
 * The http or https URL of a server or page, without a user name, password or fragment, and for a `server` without a
 * query. `like` is an example for the error message.
 */
export function url({ like, server = false, ...options }: FieldOptions & { like: string; server?: boolean }): TString {
  return Type.String({
    ...{ minLength: 1, maxLength: 2048, format: "uri" },
    pattern: `^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+(${server ? "/[^\\s?#]*" : "[/?][^\\s#]*"})?$`,
    "x-must": `must be an address like ${like}, without a user name, password, ${server ? "query " : ""}or fragment`,
    ...options,
  });
}

/** An e-mail address, as mail servers accept it. Surrounding spaces are allowed. */
export const email = (options: FieldOptions): TString =>
  Type.String({
    ...{ minLength: 3, maxLength: 254 },
    pattern:
      '^\\s*[^\\s@<>,;:"()[\\]\\\\\\u0000-\\u001f\\u007f-\\u009f]+@[^\\s@<>,;:"()[\\]\\\\\\u0000-\\u001f\\u007f-\\u009f]+\\s*$',
    "x-must": "must be an e-mail address like ann@example.org",
    examples: ["ann@example.org"],
    ...options,
  });

const zones = new Map<string, boolean>();
const MAX_ZONES = 2_000;

/** Whether this machine knows the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  const known = zones.get(name);
  if (known !== undefined) return known;
  let isKnown = true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    isKnown = false;
  }
  if (zones.size >= MAX_ZONES) zones.clear();
  zones.set(name, isKnown);
  return isKnown;
}
defineFormat("time-zone", (text) => text === "" || isTimeZone(text));

/** The IANA name of a time zone that this machine knows. With `empty` also an empty text, for none. */
export function timeZone({ empty = false, ...options }: FieldOptions & { empty?: boolean }): TString {
  const name = "[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*";
  return Type.String({
    ...{ maxLength: 64, format: "time-zone", ...(!empty && { minLength: 1 }) },
    pattern: empty ? `^(${name})?$` : `^${name}$`,
    "x-must": "must be an IANA time zone like Europe/Berlin",
    ...options,
  });
}

/** An absolute POSIX or Windows path without control characters, or an empty text, for none. */
export const absolutePath = (options: FieldOptions): TString =>
  Type.String({
    pattern: "^((/|\\\\|[A-Za-z]:[\\\\/])[^\\u0000-\\u001f\\u007f]*)?$",
    "x-must": "must be an absolute path without control characters, like /srv/agents/main, or empty for none",
    ...options,
  });

/** One of the values that a plugin provides under this name. The operation itself must refuse others. */
export const oneOfOffered = (list: string, options: FieldOptions & { pattern?: string }): TString =>
  Type.String({ ...options, "x-list": list });

const words = (alternatives: readonly (readonly string[])[]): string =>
  alternatives.map((fields) => fields.join(" and ")).join(", or ");

/** For an object: requires at least one of these sets of fields. */
export const needsAny = (...alternatives: readonly (readonly string[])[]) => ({
  anyOf: alternatives.map((required) => ({ required })),
  "x-must": `requires ${words(alternatives)}`,
});

/** For an object: requires exactly one of these sets of fields. */
export const needsOne = (...alternatives: readonly (readonly string[])[]) => ({
  oneOf: alternatives.map((required) => ({ required })),
  "x-must": `requires either ${words(alternatives)}`,
});

/**
 * For an object: the fields that are required for each value of another required field. Expressed without `if`, which
 * most OpenAPI tools ignore or misread.
 */
export const needsBy = (field: string, needed: Readonly<Record<string, readonly string[]>>) => ({
  allOf: Object.entries(needed).map(([word, required]) => ({
    anyOf: [
      { not: { properties: { [field]: { const: word } }, required: [field] }, "x-if": true },
      { required, "x-must": `is required if ${field} is ${word}` },
    ],
    "x-if": true,
  })),
});

/** A JSON text. `schema` documents its content; the operation validates it. */
export const jsonText = (schema: object, options: FieldOptions): TUnsafe<string> =>
  Type.Unsafe<string>({ type: "string", contentMediaType: "application/json", contentSchema: schema, ...options });

/**
 * The same schema with another description. For a member that is always answered, the part about its empty value is
 * kept.
 */
export function described<S extends TSchema>(schema: S, description: string): S {
  const empty = "default" in schema ? schema.description?.match(/(?:^|; )(\S+ if [^;]*)$/)?.[1] : undefined;
  return { ...schema, description: [description, empty].filter(Boolean).join("; ") };
}

/** A field that refers to an item of a list. Calls over HTTP and in process are not changed: they need the id. */
export const refersTo = <S extends TSchema>(field: S, reference: Reference): S => present(field, { ref: reference });

/**
 * A value that the command line makes if it is not given: a `random` id, or the `caller`'s name as an id. Over HTTP and
 * in process the field stays required.
 */
export const madeByCaller = <S extends TSchema>(field: S, value: "random" | "caller"): S =>
  present(field, { default: value });

/** A member of an answer that is there for other programs, and that the command line does not show as text. */
export const hidden = <S extends TSchema>(schema: S): S => present(schema, { hidden: true });

import { type Static, type TObject, type TOptional, type TSchema, type TUnsafe, Type } from "@sinclair/typebox";

export { type Static, type TObject, type TSchema, Type as T } from "@sinclair/typebox";

/** A field that the caller can omit and the operation always receives. */
export type TDefault<S extends TSchema> = TOptional<S> & { readonly "~default": true };

/** A number or a string on the wire, a number for the operation. */
export type TNumeric<Sent = string | number> = TUnsafe<Sent> & { readonly "~parsed": number };

/** Makes a field optional. If it is omitted, the operation receives `value`, given as the caller would send it. */
export function withDefault<S extends TSchema>(schema: S, value: Static<S>): TDefault<S> {
  return Type.Optional({ ...schema, default: value }) as unknown as TDefault<S>;
}

/** One of the given words. An enum, so that a wrong word gives one clear error that lists the allowed ones. */
export function oneOf<const Words extends readonly string[]>(...words: Words): TUnsafe<Words[number]> {
  return Type.Unsafe<Words[number]>({ type: "string", enum: words });
}

const WHOLE = "^(0|[1-9][0-9]*)$";
const DECIMAL = "^(0|[1-9][0-9]*)(\\.[0-9]{1,4})?$";

type Range = { minimum?: number; maximum?: number; decimals?: boolean; description?: string };

/**
 * A number, or the same as a string, as flags and query parameters are. Read strictly and never clamped: `50` or `"50"`,
 * not `"050"`, `"5e1"` or `" 50 "`. Whole unless `decimals` is set, which allows strings with up to four decimal places.
 */
export function numeric(def: Range): TNumeric {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, decimals = false, description } = def;
  const [type, pattern] = decimals ? ["number", DECIMAL] : ["integer", WHOLE];
  const range = { "x-range": [minimum, maximum], ...(description && { description }) };
  return Type.Unsafe({ type: [type, "string"], pattern, ...range }) as unknown as TNumeric;
}

/** The same as a string only. */
export const numericText = (def: Range) => ({ ...numeric(def), type: "string" }) as unknown as TNumeric<string>;

/** What a caller sends. */
export type Input<S extends TSchema> = Static<S>;

/** What an operation receives: fields with a default are present, numeric strings are numbers. */
export type Parsed<S extends TSchema> = S extends { properties: infer P extends Record<string, TSchema> }
  ? Flat<
      { [K in keyof P as P[K] extends Absent ? never : K]: ParsedField<P[K]> } & {
        [K in keyof P as P[K] extends Absent ? K : never]?: ParsedField<P[K]>;
      }
    >
  : Static<S>;

type Absent = TOptional<TSchema> & { readonly "~default"?: never };
type ParsedField<F extends TSchema> = F extends { readonly "~parsed": infer V } ? V : Static<F>;
export type Flat<T> = { [K in keyof T]: T[K] } & {};

/** The same object schema without additional members, unless it already defines `additionalProperties`. */
export function closed<S extends TObject>(schema: S): S {
  return "additionalProperties" in schema ? schema : { ...schema, additionalProperties: false };
}

/** A value that is answered only once: it is never stored, not even with the outcome of an idempotent call. */
export function secret<S extends TSchema>(schema: S): S {
  return { ...schema, "x-secret": true };
}

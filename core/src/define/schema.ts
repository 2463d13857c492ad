import { type Static, type TObject, type TOptional, type TSchema, type TUnsafe, Type } from "@sinclair/typebox";

export { type Static, type TObject, type TSchema, Type as T } from "@sinclair/typebox";

/** A field that the caller can omit and the operation always receives. */
export type TDefault<S extends TSchema> = TOptional<S> & { readonly "~default": true };

/** A number or a string on the wire, a number for the operation. */
export type TNumeric<Sent = string | number> = TUnsafe<Sent> & { readonly "~parsed": number };

/** One of the given words. An enum, so that a wrong word gives one clear error that lists the allowed ones. */
export function oneOf<const Words extends readonly string[]>(...words: Words): TUnsafe<Words[number]> {
  return Type.Unsafe<Words[number]>({ type: "string", enum: words });
}

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

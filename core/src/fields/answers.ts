import { type Static, type TObject, type TOptional, type TProperties, type TSchema, Type } from "@sinclair/typebox";

/** A member that an answer has also where its record has none. */
export type TAlways<S extends TSchema> = S & { readonly "~always": true };
/** The members of an answer as a record has them. */
export type Kept<P extends TProperties> = { [K in keyof P]: P[K] extends TAlways<TSchema> ? TOptional<P[K]> : P[K] };

/**
 * A member that is in every answer, so that clients never test for it: `empty` where nothing is known, which is an empty
 * string or 0 by default. The schema says so in its description and as its `default`.
 */
export function always<S extends TSchema>(
  schema: S,
  empty: unknown = schema.type === "string" ? "" : 0,
  known = "nothing is known",
): TAlways<S> {
  const said = empty === "" || typeof empty === "object" ? "empty" : String(empty);
  const description = [schema.description, `${said} where ${known}`].filter(Boolean).join("; ");
  return { ...schema, description, default: empty } as unknown as TAlways<S>;
}

/** The members of an answer as they are stored: one that is always answered may be absent. */
export function kept<P extends TProperties>(members: P): Kept<P> {
  const entries = Object.entries(members).map(([name, schema]) => {
    if (!("default" in schema)) return [name, schema];
    const { default: _, ...stored } = schema;
    return [name, Type.Optional(stored as TSchema)];
  });
  return Object.fromEntries(entries) as Kept<P>;
}

/** A record as it is read; a member that may be absent may be undefined as well. */
type Known<R> = { [K in keyof R]: Record<never, never> extends Pick<R, K> ? R[K] | undefined : R[K] };

/** Makes answers from records: the schema's members in its order and no others, with those that are always there. */
export function answerFrom<P extends TProperties>(
  schema: TObject<P>,
): (record: Known<Static<TObject<Kept<P>>>>) => Static<TObject<P>> {
  const members = Object.entries(schema.properties).map(([name, { default: empty }]) => ({ name, empty }));
  return (record) => {
    const answer: Record<string, unknown> = {};
    for (const { name, empty } of members) {
      const value = (record as Record<string, unknown>)[name] ?? structuredClone(empty);
      if (value !== undefined) answer[name] = value;
    }
    return answer as Static<TObject<P>>;
  };
}

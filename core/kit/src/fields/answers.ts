import { type Static, type TObject, type TOptional, type TProperties, type TSchema, Type } from "@sinclair/typebox";

/** A member that is always answered, even if the record does not have it. */
export type TAlways<S extends TSchema> = S & { readonly "~always": true };
/** The members of an answer as they are stored. */
export type StoredMembers<P extends TProperties> = {
  [K in keyof P]: P[K] extends TAlways<TSchema> ? TOptional<P[K]> : P[K];
};

/**
 * A member that is part of every answer, so that clients need not test for it. If it is unknown it has the value
 * `empty`, by default an empty string or 0. The schema states that in its description and as its `default`.
 */
export function always<S extends TSchema>(
  schema: S,
  empty: unknown = schema.type === "string" ? "" : 0,
  known = "unknown",
): TAlways<S> {
  const shown = empty === "" || typeof empty === "object" ? "empty" : String(empty);
  const description = [schema.description, `${shown} if ${known}`].filter(Boolean).join("; ");
  return { ...schema, description, default: empty } as unknown as TAlways<S>;
}

/** The members of an answer as they are stored: members that are always answered may be absent. */
export function storedMembers<P extends TProperties>(members: P): StoredMembers<P> {
  const entries = Object.entries(members).map(([name, schema]) => {
    if (!("default" in schema)) return [name, schema];
    const { default: _, ...stored } = schema;
    return [name, Type.Optional(stored as TSchema)];
  });
  return Object.fromEntries(entries) as StoredMembers<P>;
}

/** A stored record. Optional members may also be undefined. */
type Known<R> = { [K in keyof R]: Record<never, never> extends Pick<R, K> ? R[K] | undefined : R[K] };

/**
 * Creates answers from records: exactly the members of the schema, in its order, including those that are always
 * answered.
 */
export function answerFrom<P extends TProperties>(
  schema: TObject<P>,
): (record: Known<Static<TObject<StoredMembers<P>>>>) => Static<TObject<P>> {
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

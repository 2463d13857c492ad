import type { TSchema } from "@sinclair/typebox";
import { isReference, pointerTo } from "./template.ts";

/** The fields of an input that its schema marks as secret and that have a value of their own. */
export function inlineSecrets(schema: TSchema, value: unknown, field: string): string[] {
  if (isReference(value)) return [];
  const schemas = alternatives(schema);
  if (schemas.some((one) => "x-secret" in one)) return [field];
  if (typeof value !== "object" || value === null) return [];
  const found = new Set<string>();
  for (const [name, inner] of Object.entries(value)) {
    const place = pointerTo(field, name);
    for (const one of schemas.flatMap((each) => schemaOf(each, name, Array.isArray(value))))
      for (const secret of inlineSecrets(one, inner, place)) found.add(secret);
  }
  return [...found];
}

function alternatives(schema: TSchema): TSchema[] {
  const { anyOf = [], oneOf = [], allOf = [] } = schema as Record<string, TSchema[] | undefined>;
  return [schema, ...[...anyOf, ...oneOf, ...allOf].flatMap(alternatives)];
}

function schemaOf(
  { properties, items, additionalProperties, patternProperties }: TSchema,
  name: string,
  isItem: boolean,
) {
  const own = isItem ? [items] : Object.hasOwn(Object(properties), name) ? [properties[name]] : [];
  const others = isItem || own.length > 0 ? [] : [additionalProperties, ...Object.values(Object(patternProperties))];
  return [...own, ...others].filter((one): one is TSchema => typeof one === "object" && one !== null);
}

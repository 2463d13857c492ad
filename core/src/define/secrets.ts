import type { TSchema } from "@sinclair/typebox";
import { alternatives } from "./members.ts";

type Found = (path: string, value: unknown) => void;

/** Schemas that mark something as secret, at any depth: most mark nothing, and every call is asked. */
const marking = new WeakMap<TSchema, boolean>();

/**
 * An input or an answer without what its schema marks as secret, at any depth; unchanged if it has none. A member is
 * secret if any alternative of a union marks it. `onSecret` gets the JSON pointer of each secret and its value.
 */
export function withoutSecrets(schema: TSchema, value: unknown, onSecret?: Found): unknown {
  const isMarking = marking.get(schema) ?? JSON.stringify(schema).includes('"x-secret":');
  marking.set(schema, isMarking);
  return isMarking ? without([schema], value, "", { root: schema, onSecret }) : value;
}

interface Search {
  readonly root: TSchema;
  readonly onSecret: Found | undefined;
}

function without(given: readonly TSchema[], value: unknown, path: string, search: Search): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { root, onSecret } = search;
  const isArray = Array.isArray(value);
  const schemas = given.flatMap((one) => applying(one, root));
  const old = Object.entries(value);
  const kept = old.flatMap(([name, inner]): [string, unknown][] => {
    const own = schemas.flatMap((one) => schemasOf(one, name, isArray));
    const place = `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!own.some((one) => applying(one, root).some((each) => "x-secret" in each)))
      return [[name, without(own, inner, place, search)]];
    onSecret?.(place, inner);
    return [];
  });
  if (kept.length === old.length && kept.every(([, inner], at) => inner === old[at]?.[1])) return value;
  return isArray ? kept.map(([, inner]) => inner) : Object.fromEntries(kept);
}

/** The schema, its alternatives, and those that they refer to. */
const applying = (schema: TSchema, root: TSchema): TSchema[] =>
  alternatives(schema).flatMap((one) =>
    one.$ref === undefined ? [one] : [one, ...applying(targetOf(one.$ref, root), root)],
  );

/** The schema with this `$id`, or at this JSON pointer. */
function targetOf(ref: string, root: TSchema): TSchema {
  if (ref.startsWith("#"))
    return (
      ref
        .split("/")
        .slice(1)
        .reduce((at, name) => Object(at)[name], root) ?? {}
    );
  let found: TSchema | undefined;
  JSON.stringify(root, (_, one) => {
    if (Object(one).$id === ref) found ??= one;
    return one;
  });
  return found ?? ({} as TSchema);
}

/** The schemas of a member or an item. */
function schemasOf(schema: TSchema, name: string, isItem: boolean): TSchema[] {
  const { properties = {}, items, prefixItems = [], additionalProperties, patternProperties = {} } = schema;
  const [own, others] = isItem
    ? [prefixItems[name] ?? items, []]
    : Object.hasOwn(properties, name)
      ? [properties[name], []]
      : [additionalProperties, Object.values(patternProperties)];
  return [own, ...others].filter((one): one is TSchema => typeof one === "object" && one !== null);
}

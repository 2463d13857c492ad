import type { Manifest } from "@postern/core";
import type { Json } from "./json.ts";

/** Keywords that say something about a schema where it is used, and are no part of its shape. */
export const ANNOTATIONS = ["description", "default", "examples", "deprecated"];

/** A component, and the schema that it is made of. */
export interface Named {
  readonly name: string;
  readonly schema: Json;
}

/** Finds the component that a group has declared for the shape of a schema; undefined where it has none. */
export type NameOf = (group: string, schema: Json) => Named | undefined;

/** `tasks.profiles.show` as `TasksProfilesShow`. */
export const pascal = (id: string): string =>
  id.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());

const shapeOf = (schema: Json): string =>
  JSON.stringify(Object.entries(schema).filter(([word]) => !ANNOTATIONS.includes(word)));

/**
 * The names that groups declare in `schemas`, each for its own operations and events. A list may answer only some
 * members of its items, so each object has a partial form beside. Where two groups declare one name, the group that
 * comes later puts its own name in front.
 */
export function namesOf({ groups }: Manifest): NameOf {
  const taken = new Set<string>();
  const known = new Map<string, Named>();
  const add = (group: string, name: string, schema: Json): void => {
    const key = `${group} ${shapeOf(schema)}`;
    if (!known.has(key)) known.set(key, { name, schema });
  };
  for (const { name: group, schemas } of groups) {
    for (const [given, schema] of Object.entries(schemas)) {
      const name = taken.has(given) ? pascal(group) + given : given;
      taken.add(name);
      add(group, name, schema);
      const { required, ...partial } = schema;
      if (required !== undefined) add(group, `Partial${name}`, partial);
    }
  }
  return (group, schema) => known.get(`${group} ${shapeOf(schema)}`);
}

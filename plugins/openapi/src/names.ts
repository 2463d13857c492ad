import type { Manifest } from "@postern/core";
import { withoutPresentation } from "@postern/core/presentation";
import type { Json } from "./json.ts";

/** Keywords that describe the use of a schema and are not part of its shape. */
export const ANNOTATIONS = ["description", "default", "examples", "deprecated"];

/** A component and its schema. */
export interface Named {
  readonly name: string;
  readonly schema: Json;
}

/** Finds the component that a group declares for the shape of a schema, if any. */
export type NameOf = (group: string, schema: Json) => Named | undefined;

/** `tasks.profiles.show` as `TasksProfilesShow`. */
export const pascal = (id: string): string =>
  id.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());

const shapeOf = (schema: Json): string =>
  JSON.stringify(Object.entries(withoutPresentation(schema)).filter(([word]) => !ANNOTATIONS.includes(word)));

/**
 * The names that groups declare in `schemas` for their operations and events. Lists may return only some members of
 * their items, so each object also has a partial form. If two groups declare the same name, the later group prefixes
 * its own.
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

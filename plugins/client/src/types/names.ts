import type { Schema, TypedManifest } from "./manifest.ts";
import { pascalCase } from "./text.ts";

/** Keywords that describe the use of a schema and are not part of its shape. */
const ANNOTATIONS = ["description", "default", "examples", "deprecated"];

/** An interface for the shape of a schema that a group declares under a name. */
export interface Named {
  readonly name: string;
  /** The schema as its group declares it. */
  readonly schema: Schema;
  /** The schema that was found is that of an item of a list, which can leave out any member. */
  readonly isPartial: boolean;
}

const shapeOf = (schema: Schema): string =>
  JSON.stringify(Object.entries(schema).filter(([word]) => !ANNOTATIONS.includes(word) && !word.startsWith("x-")));

/**
 * Finds the interface for a schema, if its group declares one. If two groups declare the same name, the later group
 * prefixes its own. Names that the file needs for itself get a prefix too.
 */
export function namesOf({ groups }: TypedManifest): (group: string, schema: Schema) => Named | undefined {
  const taken = new Set(["Api", "Errors", "Events"]);
  const known = new Map<string, Named>();
  const add = (group: string, shape: Schema, named: Named): void => {
    const key = `${group} ${shapeOf(shape)}`;
    if (!known.has(key)) known.set(key, named);
  };
  for (const { name: group, schemas } of groups) {
    for (const [given, schema] of Object.entries(schemas)) {
      const plain = pascalCase(given);
      const name = taken.has(plain) ? pascalCase(group) + plain : plain;
      taken.add(name);
      add(group, schema, { name, schema, isPartial: false });
      const { required, ...partial } = schema;
      if (required !== undefined) add(group, partial, { name, schema, isPartial: true });
    }
  }
  return (group, schema) => known.get(`${group} ${shapeOf(schema)}`);
}

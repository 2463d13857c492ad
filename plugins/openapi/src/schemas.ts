import type { Manifest } from "@postern/core";
import { answerExample } from "./answer-example.ts";
import type { Json } from "./json.ts";
import { ANNOTATIONS, type Named, namesOf } from "./names.ts";
import { mapInner, published } from "./schema.ts";

/** The schemas of a document. Named schemas are written once, as components. */
export interface Schemas {
  /** A schema of a group in the document, with references to components. */
  of(group: string, schema: Json): Json;
  /** Like `of`, but only with references to components that exist: schemas used only by extensions are inlined. */
  existing(group: string, schema: Json): Json;
  /** Adds a schema as a component with this name and returns a reference to it. */
  named(group: string, name: string, schema: Json): Json;
  /** An example response for a schema of the document. */
  example(schema: Json): unknown;
  /** All components by name. */
  components(): Json;
}

export const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export function schemasOf(manifest: Manifest): Schemas {
  const nameOf = namesOf(manifest);
  const components: Record<string, Json> = {};
  const { lists } = manifest;
  const writer = (canAdd: boolean) => {
    const inside = (group: string, schema: Json) => mapInner(published(schema, lists), (inner) => of(group, inner));
    const of = (group: string, schema: Json): Json => {
      const named = nameOf(group, schema);
      return named && (canAdd || named.name in components) ? refer(group, named, schema) : inside(group, schema);
    };
    /** Keywords that differ from the component are added next to the reference. */
    const refer = (group: string, { name, schema: declared }: Named, schema: Json): Json => {
      components[name] ??= inside(group, declared);
      const own = Object.entries(schema).filter(
        ([word, value]) => ANNOTATIONS.includes(word) && declared[word] !== value,
      );
      return { ...schemaRef(name), ...Object.fromEntries(own) };
    };
    return { of, inside };
  };
  const { of, inside } = writer(true);
  return {
    of,
    existing: writer(false).of,
    named(group, name, schema) {
      components[name] = inside(group, schema);
      return schemaRef(name);
    },
    example: (schema) => answerExample(schema, components),
    components: () => Object.fromEntries(Object.entries(components).sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

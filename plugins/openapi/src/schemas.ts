import type { Manifest } from "@postern/core";
import { answerExample } from "./answer-example.ts";
import type { Json } from "./json.ts";
import { ANNOTATIONS, type Named, namesOf } from "./names.ts";
import { mapInner, published } from "./schema.ts";

/** The schemas of a document: each that has a name is written once, among the components. */
export interface Schemas {
  /** A schema of a group as it is in the document, with references to components in it. */
  of(group: string, schema: Json): Json;
  /** The same with references only to components that exist: what nothing but an extension uses is not a component. */
  existing(group: string, schema: Json): Json;
  /** A reference to a component that is made of a schema under this name. */
  named(group: string, name: string, schema: Json): Json;
  /** An answer that fits a schema of the document. */
  example(schema: Json): unknown;
  /** All components so far, by name. */
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
    /** What this use says otherwise than the component is beside the reference. */
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

import type { Schema, TypedManifest } from "./manifest.ts";
import { namesOf } from "./names.ts";
import { sorted } from "./sorted.ts";
import { comment, pascalCase } from "./text.ts";
import { bodyOf, type TypeContext } from "./type-of.ts";

/** The interfaces of a file, each with the schema it was found for. */
export interface Interfaces {
  /** How the schemas of a group are written. */
  of(owner: { readonly group: string }): TypeContext;
  /** The texts of all interfaces that were used, in order. */
  interfaces(): string[];
}

/** Interfaces for the schemas that groups share or that contain themselves. Each is written when it is first used. */
export function createInterfaces(manifest: TypedManifest): Interfaces {
  const find = namesOf(manifest);
  const texts = new Map<string, string>();

  function write(name: string, schema: Schema, context: TypeContext): string {
    if (texts.has(name)) return name;
    // Before its body is written, which may contain the schema itself.
    texts.set(name, "");
    texts.set(name, interfaceOf(name, schema, context));
    return name;
  }

  const of: Interfaces["of"] = ({ group }) => {
    const declared = manifest.groups.find(({ name }) => name === group)?.schemas ?? {};
    const context: TypeContext = {
      lists: manifest.lists ?? {},
      nameOf(schema) {
        const { $ref: reference, $id: id } = schema;
        if (typeof reference === "string") {
          const target = reference.slice(reference.lastIndexOf("/") + 1);
          const found = declared[target];
          return found ? context.nameOf(found) : idName(target);
        }
        const named = find(group, schema);
        if (!named) return typeof id === "string" ? write(idName(id), schema, context) : undefined;
        write(named.name, named.schema, context);
        return named.isPartial ? `Partial<${named.name}>` : named.name;
      },
    };
    /** A schema that contains itself has an id, which is unique in its group. */
    const idName = (id: string) => pascalCase(`${group} ${id}`);
    return context;
  };
  return { of, interfaces: () => sorted([...texts], ([name]) => name).map(([, text]) => text) };
}

function interfaceOf(name: string, schema: Schema, context: TypeContext): string {
  const { description } = schema;
  const text = comment([typeof description === "string" ? description : undefined], "");
  const body = bodyOf(schema, context, "");
  const isObject = body.startsWith("{") && body.endsWith("}");
  return isObject ? `${text}export interface ${name} ${body}\n` : `${text}export type ${name} = ${body};\n`;
}

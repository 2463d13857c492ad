import { createInterfaces } from "./interfaces.ts";
import { isSchema, type Schema, type TypedError, type TypedManifest, type TypedOperation } from "./manifest.ts";
import { sorted } from "./sorted.ts";
import { comment, literal } from "./text.ts";
import { type TypeContext, typeOf } from "./type-of.ts";

/**
 * The types of a gateway's operations, events and errors as the text of a TypeScript file, for `createClient<Api>`. The
 * same manifest always has the same text. `origin` is the first line: what the file was written from.
 */
export function typesOf(manifest: TypedManifest, origin = originOf(manifest)): string {
  const { of, interfaces } = createInterfaces(manifest);
  const operations = sorted(manifest.operations, ({ id }) => id).map((operation) => entryOf(operation, of(operation)));
  const events = sorted(manifest.events, ({ type }) => type).map(
    ({ type, group, summary, data }) =>
      `${comment([summary], "  ")}  ${literal(type)}: ${typeOf(data, of({ group }), "  ")};\n`,
  );
  const errors = errorsOf(manifest).map(
    ([{ code, status, title, data }, group]) =>
      `${comment([`${title} (${status})`], "  ")}  ${literal(code)}: ${typeOf(data, of({ group }), "  ")};\n`,
  );
  const api = [
    comment(["Every operation by its id."], ""),
    `export interface Api {\n  "~errors": Errors;\n  "~events": Events;\n${operations.join("")}}\n`,
  ].join("");
  return [
    `// ${origin}\n`,
    api,
    `${comment(["The data of each event by its type."], "")}export interface Events {\n${events.join("")}}\n`,
    `${comment(["The data of each error by its code."], "")}export interface Errors {\n${errors.join("")}}\n`,
    ...interfaces(),
  ].join("\n");
}

const originOf = ({ core, digest }: TypedManifest): string =>
  `Written by "postern types" for Postern ${core}, interface ${digest}. Do not edit it.`;

function entryOf(operation: TypedOperation, context: TypeContext): string {
  const { id, kind, dryRun, summary, description, scope, input, output, errors } = operation;
  const item = itemOf(output);
  const codes = [...new Set(errors.map(({ code }) => code))].sort().map(literal);
  return [
    comment([summary, description, `Scope: ${scope}`], "  "),
    `  ${literal(id)}: {\n`,
    `    kind: ${literal(kind)};\n`,
    `    dryRun: ${literal(dryRun)};\n`,
    `    input: ${typeOf(withoutExecute(input), context, "    ")};\n`,
    `    output: ${typeOf(output, context, "    ")};\n`,
    ...(item ? [`    item: ${typeOf(item, context, "    ")};\n`] : []),
    `    errors: ${codes.length === 0 ? "never" : codes.join(" | ")};\n`,
    "  };\n",
  ].join("");
}

/** It is an option of the call. */
function withoutExecute(input: Schema): Schema {
  if (!isSchema(input.properties)) return input;
  const { execute: _, ...properties } = input.properties;
  return { ...input, properties };
}

/** The items of a list: those of the first array of an answer that has a next page. */
function itemOf({ properties }: Schema): unknown {
  if (!isSchema(properties)) return undefined;
  const isPaged = "nextOffset" in properties || ("cursor" in properties && "more" in properties);
  const array = Object.values(properties).find((member) => isSchema(member) && member.type === "array");
  return isPaged && isSchema(array) ? array.items : undefined;
}

/** Each error once, with a group whose names its data may use. */
function errorsOf({ operations, errors }: TypedManifest): [TypedError, string][] {
  const found = new Map<string, [TypedError, string]>(errors.map((error) => [error.code, [error, ""]]));
  for (const { group, errors } of operations) for (const error of errors) found.set(error.code, [error, group]);
  return sorted([...found.values()], ([{ code }]) => code);
}

import type { TSchema } from "@sinclair/typebox";
import { assertDeclared, assertDistinct } from "./declared.ts";
import type { Operation } from "./operation.ts";
import type { Plugin } from "./plugin.ts";
import { read } from "./validate.ts";

const checked = new WeakSet<Operation>();

/** Throws, naming plugin and place, what can be known to be wrong about plugins before they run. */
export function assertSound(plugins: readonly Plugin[]): void {
  plugins.forEach(assertDeclared);
  plugins.forEach(assertExamples);
  assertDistinct(plugins);
}

function assertExamples(plugin: Plugin): void {
  for (const operation of plugin.operations) {
    if (checked.has(operation)) continue;
    for (const { title, input } of operation.examples) {
      const { execute: _, ...asked } = input;
      // To compile the schemas of all operations takes seconds: only those are that a look does not decide.
      const issues = surelyFits(operation.input, asked as Value) ? [] : read(operation.input, structuredClone(asked));
      if (issues.length > 0)
        throw new Error(
          `Plugin ${plugin.name} ${plugin.version}: the example ${JSON.stringify(title)} of ${operation.id} does not fit its input: ${issues.map(({ path, message }) => `${path || "/"} ${message}`).join("; ")}`,
        );
    }
    checked.add(operation);
  }
}

type Value = string | number | boolean | null | undefined | readonly Value[] | { readonly [name: string]: Value };

const isObject = (value: Value): value is { readonly [name: string]: Value } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const types: Record<string, (value: Value) => boolean> = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isObject,
};
const isFine = () => true;

/** Whether a value certainly passes a keyword; a keyword that is not here is left to the validator. */
const rules: Record<string, (said: never, value: Value, schema: TSchema) => boolean> = {
  ...{ title: isFine, description: isFine, default: isFine, examples: isFine, "x-secret": isFine, "x-folder": isFine },
  type: (said: string, value) => types[said]?.(value) ?? false,
  enum: (said: Value[], value) => said.includes(value),
  const: (said: Value, value) => said === value,
  pattern: (said: string, value) => typeof value === "string" && new RegExp(said, "u").test(value),
  minLength: (said: number, value) => typeof value === "string" && [...value].length >= said,
  maxLength: (said: number, value) => typeof value === "string" && value.length <= said,
  minimum: (said: number, value) => typeof value === "number" && value >= said,
  maximum: (said: number, value) => typeof value === "number" && value <= said,
  "x-range": ([least, most]: [number, number], value) => Number(value) >= least && Number(value) <= most,
  properties: (said: Record<string, TSchema>, value) =>
    isObject(value) &&
    Object.keys(value).every((name) => !Object.hasOwn(said, name) || surelyFits(said[name] as TSchema, value[name])),
  required: (said: string[], value) => isObject(value) && said.every((name) => Object.hasOwn(value, name)),
  patternProperties: (said: Record<string, TSchema>, value) =>
    isObject(value) &&
    Object.entries(said).every(([pattern, schema]) =>
      Object.keys(value).every((name) => !new RegExp(pattern, "u").test(name) || surelyFits(schema, value[name])),
    ),
  additionalProperties: (said: unknown, value, { properties = {}, patternProperties = {} }) =>
    said === true ||
    (isObject(value) &&
      Object.keys(value).every(
        (name) =>
          Object.hasOwn(properties, name) ||
          Object.keys(patternProperties).some((pattern) => new RegExp(pattern, "u").test(name)),
      )),
  minProperties: (said: number, value) => isObject(value) && Object.keys(value).length >= said,
  maxProperties: (said: number, value) => isObject(value) && Object.keys(value).length <= said,
  items: (said: TSchema, value) => Array.isArray(value) && value.every((item: Value) => surelyFits(said, item)),
  uniqueItems: (_said: boolean, value) =>
    Array.isArray(value) && new Set(value.map((item: Value) => JSON.stringify(item))).size === value.length,
  minItems: (said: number, value) => Array.isArray(value) && value.length >= said,
  maxItems: (said: number, value) => Array.isArray(value) && value.length <= said,
  anyOf: (said: TSchema[], value) => said.some((schema) => surelyFits(schema, value)),
};

/** False where a value does not fit, or where only the validator can tell. */
function surelyFits(schema: TSchema, value: Value): boolean {
  return Object.entries(schema).every(([word, said]) => rules[word]?.(said as never, value, schema) ?? false);
}

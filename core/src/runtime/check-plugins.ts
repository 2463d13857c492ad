import { Validator } from "@cfworker/json-schema";
import type { TObject, TSchema } from "@sinclair/typebox";
import { issuesText } from "../define/error.ts";
import type { Plugin } from "../define/plugin.ts";
import { read } from "../define/validate.ts";
import { CORE_VERSION } from "../define/version.ts";

/**
 * Throws for every error in the plugins that can be found before they run, with the name of the plugin and the place.
 */
export function assertValidPlugins(plugins: readonly Plugin[]): void {
  plugins.forEach(assertDeclared);
  plugins.forEach(assertExamples);
  assertDistinct(plugins);
}

/** Throws for errors in the declaration of one plugin. */
function assertDeclared(plugin: Plugin, place: number): void {
  if (typeof plugin === "function") throw new Error(`plugins[${place}] is a function: call it with its configuration`);
  const { name, version, core, data, group, workers, events, collections, operations } = plugin;
  const about = `Plugin ${name} ${version}`;
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(version))
    throw new Error(`Plugin ${name}: the version ${JSON.stringify(version)} must be a semantic version like "1.2.0"`);
  if (!Number.isInteger(data) || data < 1)
    throw new Error(`${about}: the data version must be a positive integer, got ${data}`);
  // Ranges are major versions, `^1`: the kernel promises compatibility only within one.
  if (core !== `^${CORE_VERSION.split(".")[0]}`)
    throw new Error(`${about} requires core ${core}; this is core ${CORE_VERSION}`);
  for (const worker of group.workers) {
    if (!workers.some((one) => one.name === worker))
      throw new Error(`${about}: the worker "${worker}" is not declared. Add it to "workers" of definePlugin.`);
  }
  for (const event of events) {
    if (!event.type.startsWith(`${name}.`))
      throw new Error(`${about}: the type of the event "${event.type}" must start with "${name}."`);
    assertKeywords(event.data, `${about}: the event ${event.type}`);
  }
  for (const collection of collections) {
    if (!collection.name.startsWith(`${name}.`))
      throw new Error(`${about}: the name of the collection "${collection.name}" must start with "${name}."`);
  }
  for (const { id, input, output } of operations) {
    assertKeywords(input, `${about}: the input of ${id}`);
    assertKeywords(output, `${about}: the output of ${id}`);
  }
}

export const about = ({ name, version }: Plugin): string => `${name} ${version}`;

/** Throws if two plugins have the same name, operation or path. */
function assertDistinct(plugins: readonly Plugin[]): void {
  const holders = new Map<string, Plugin>();
  const claim = (plugin: Plugin, what: string, message: (before: Plugin) => string) => {
    const before = holders.get(what);
    if (before) throw new Error(message(before));
    holders.set(what, plugin);
  };
  for (const plugin of plugins) {
    const { name, collections, operations, routes } = plugin;
    const both = (before: Plugin) => `Plugins ${about(before)} and ${about(plugin)} both`;
    claim(plugin, name, (before) => `Two plugins are named ${name}: ${about(before)} and ${about(plugin)}`);
    for (const { id } of operations)
      claim(plugin, `id ${id}`, (before) => `${both(before)} define the operation ${id}`);
    for (const { name } of collections)
      claim(plugin, `collection ${name}`, () => `Plugin ${about(plugin)} has two collections named ${name}`);
    for (const { path } of routes) claim(plugin, `path ${path}`, (before) => `${both(before)} serve ${path}`);
  }
}

const NAMED = ["properties", "patternProperties", "$defs", "dependentSchemas"];
const WORDS =
  "$id $ref $defs $schema $comment title description default examples deprecated readOnly writeOnly type enum const format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf required properties patternProperties additionalProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties items prefixItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems anyOf oneOf allOf not if then else contentEncoding contentMediaType contentSchema";
const KEYWORDS = new Set(WORDS.split(" "));

/** Throws for a keyword that JSON Schema does not define: a misspelled limit would limit nothing. */
function assertKeywords(schema: TSchema, place: string): void {
  for (const [word, value] of Object.entries(schema)) {
    if (!KEYWORDS.has(word) && !word.startsWith("x-"))
      throw new Error(`${place}: ${JSON.stringify(word)} is not a JSON Schema keyword`);
    if (typeof value !== "object" || value === null || ["default", "enum", "const", "examples"].includes(word))
      continue;
    const inner = NAMED.includes(word) ? Object.entries(value) : [value].flat().map((one) => ["", one] as const);
    for (const [name, one] of inner)
      if (typeof one === "object" && one !== null && !Array.isArray(one))
        assertKeywords(one as TSchema, name === "" ? place : `${place}, ${name}`);
  }
}

function assertExamples(plugin: Plugin): void {
  for (const operation of plugin.operations) {
    for (const { title, input } of operation.examples) {
      const { execute: _, ...asked } = input;
      // Compiling the schemas of all operations takes seconds, so one is compiled only for the messages of an error.
      const isFine =
        new Validator(operation.input, "2020-12").validate(asked).valid && isInRange(operation.input, asked);
      const issues = isFine ? [] : read(operation.input, structuredClone(asked));
      if (issues.length > 0)
        throw new Error(
          `Plugin ${plugin.name} ${plugin.version}: the example ${JSON.stringify(title)} of ${operation.id} does not match its input schema: ${issuesText(issues)}`,
        );
    }
  }
}

/** The only keyword of our own that limits values. Only top-level fields have it. */
const isInRange = ({ properties }: TObject, asked: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(properties).every(([name, { "x-range": range }]) => {
    const number = Number(asked[name] ?? Number.NaN);
    return !range || !(number < range[0] || number > range[1]);
  });

import { Validator } from "@cfworker/json-schema";
import type { TObject, TSchema } from "@sinclair/typebox";
import { issuesText } from "../define/error.ts";
import type { Group } from "../define/group.ts";
import { pathOf } from "../define/manifest.ts";
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
  const { name, version, core, data, group, workers, events, collections, operations, routes } = plugin;
  const refuse = (reason: string) => {
    throw new Error(`Plugin ${about(plugin)}: ${reason}`);
  };
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(version))
    refuse('the version must be a semantic version like "1.2.0"');
  if (!Number.isInteger(data) || data < 1) refuse(`the data version must be a positive integer, got ${data}`);
  // Ranges are major versions, `^1`: the kernel promises compatibility only within one.
  if (core !== `^${CORE_VERSION.split(".")[0]}`) refuse(`it requires core ${core}; this is core ${CORE_VERSION}`);
  for (const worker of group.workers)
    if (!workers.some((one) => one.name === worker))
      refuse(`the worker "${worker}" is not declared. Add it to "workers" of definePlugin.`);
  for (const own of [...events.map(({ type }) => type), ...collections.map((one) => one.name)])
    if (!own.startsWith(`${name}.`)) refuse(`the name "${own}" must start with "${name}."`);
  const scopesOf = ({ name, scopes }: Group) =>
    ["read", "write", ...Object.keys(scopes)].map((word) => `${name}:${word}`);
  const scoped = [
    ...operations.map(({ id, scope, group }) => ({ id, scope, known: [...scopesOf(group), "any"] })),
    ...routes.map(({ path, scope }) => ({ id: path, scope, known: [...scopesOf(group), "any", "open"] })),
  ];
  for (const { id, scope, known } of scoped)
    if (!known.includes(scope)) refuse(`${id} has the unknown scope "${scope}". Use one of ${known.join(", ")}`);
  for (const { type, data } of events) assertKeywords(data, `Plugin ${about(plugin)}: the event ${type}`);
  for (const { id, input, output } of operations) {
    assertKeywords(input, `Plugin ${about(plugin)}: the input of ${id}`);
    assertKeywords(output, `Plugin ${about(plugin)}: the output of ${id}`);
  }
}

export const about = ({ name, version }: Plugin): string => `${name} ${version}`;

/** Throws if two plugins, or one of them twice, define the same name or path. */
function assertDistinct(plugins: readonly Plugin[]): void {
  const holders = new Map<string, Plugin>();
  const claim = (plugin: Plugin, what: string, key = what) => {
    const before = holders.get(key);
    if (before === plugin) throw new Error(`Plugin ${about(plugin)} defines ${what} twice`);
    if (before) throw new Error(`Plugins ${about(before)} and ${about(plugin)} both define ${what}`);
    holders.set(key, plugin);
  };
  for (const plugin of plugins) {
    claim(plugin, `the group ${plugin.name}`);
    for (const { id } of plugin.operations) claim(plugin, `the operation ${id}`, pathOf(id));
    for (const { name } of plugin.collections) claim(plugin, `the collection ${name}`);
    for (const { path } of plugin.routes) claim(plugin, `the route ${path}`, path);
  }
}

const NAMED = ["properties", "patternProperties", "$defs", "dependentSchemas"];
const WORDS =
  "$id $ref $defs $schema $comment title description default examples deprecated readOnly writeOnly type enum const format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf required properties patternProperties additionalProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties items prefixItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems anyOf oneOf allOf not if then else contentEncoding contentMediaType contentSchema";
const KEYWORDS = new Set(WORDS.split(" "));

/** Throws for a keyword that JSON Schema does not define: a misspelled limit would limit nothing. */
function assertKeywords(schema: TSchema, place: string): void {
  for (const [word, value] of Object.entries(schema).filter(([word]) => !word.startsWith("x-"))) {
    if (!KEYWORDS.has(word)) throw new Error(`${place}: ${JSON.stringify(word)} is not a JSON Schema keyword`);
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
          `Plugin ${about(plugin)}: the example ${JSON.stringify(title)} of ${operation.id} does not match its input schema: ${issuesText(issues)}`,
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

import type { TSchema } from "@sinclair/typebox";
import type { EventDefinition } from "./event.ts";
import type { Group } from "./group.ts";
import { kernelEvents } from "./history.ts";
import type { Plugin } from "./plugin.ts";
import { CORE_VERSION } from "./version.ts";

const declaredDuties = new WeakMap<Group, Set<string>>();
const declaredEvents = new WeakSet<EventDefinition>(kernelEvents);

/** Notes that a group has a queue or follower, which its plugin then has to name among its duties. */
export function declareDuty(group: Group, name: string): void {
  declaredDuties.set(group, (declaredDuties.get(group) ?? new Set()).add(name));
}

/** Throws where no plugin of a gateway names an event among its events: who reads the manifest would not know of it. */
export function assertEmittable(event: EventDefinition): void {
  if (!declaredEvents.has(event))
    throw new Error(`Event ${event.type} is emitted, but no plugin declares it: add it to "events" of definePlugin`);
}

/** Throws, naming plugin and place, what can be known to be wrong about a plugin before it runs. */
export function assertDeclared(plugin: Plugin, place: number): void {
  if (typeof plugin === "function") throw new Error(`plugins[${place}] is a function: call it with its configuration`);
  const { name, version, core, data, group, duties, events, operations } = plugin;
  const about = `Plugin ${name} ${version}`;
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(version))
    throw new Error(`Plugin ${name}: the version ${JSON.stringify(version)} is not one like "1.2.0"`);
  if (!Number.isInteger(data) || data < 1) throw new Error(`${about}: the data version ${data} is not 1, 2, 3, …`);
  // Ranges are major versions, `^1`: that is all that a kernel promises between releases.
  if (core !== `^${CORE_VERSION.split(".")[0]}`)
    throw new Error(`${about} runs on core ${core}; this is core ${CORE_VERSION}`);
  for (const duty of declaredDuties.get(group) ?? []) {
    if (!duties.some((one) => one.name === duty))
      throw new Error(`${about}: nobody would handle ${duty}: add it to "duties" of definePlugin`);
  }
  for (const event of events) {
    if (!event.type.startsWith(`${name}.`)) throw new Error(`${about}: the event ${event.type} is not named ${name}.…`);
    assertKeywords(event.data, `${about}: the event ${event.type}`);
    declaredEvents.add(event);
  }
  for (const { id, input, output, examples } of operations) {
    assertKeywords(input, `${about}: the input of ${id}`);
    assertKeywords(output, `${about}: the output of ${id}`);
    for (const example of examples) {
      const unknown = Object.keys(example.input).find((field) => field !== "execute" && !(field in input.properties));
      const missing = (input.required ?? []).find((field) => !(field in example.input));
      const fault = unknown === undefined ? missing && `lacks ${missing}` : `has ${unknown}, which the input has not`;
      if (fault) throw new Error(`${about}: the example ${JSON.stringify(example.title)} of ${id} ${fault}`);
    }
  }
}

const NAMED = ["properties", "patternProperties", "$defs", "dependentSchemas"];
const WORDS =
  "$id $ref $defs $schema $comment title description default examples deprecated readOnly writeOnly type enum const format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf required properties patternProperties additionalProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties items prefixItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems anyOf oneOf allOf not if then else contentEncoding contentMediaType";
const KEYWORDS = new Set(WORDS.split(" "));

/** Throws for a keyword that JSON Schema does not have: a misspelt limit would limit nothing. */
function assertKeywords(schema: TSchema, place: string): void {
  for (const [word, value] of Object.entries(schema)) {
    if (!KEYWORDS.has(word) && !word.startsWith("x-"))
      throw new Error(`${place}: JSON Schema has no keyword ${JSON.stringify(word)}`);
    if (typeof value !== "object" || value === null || ["default", "enum", "const", "examples"].includes(word))
      continue;
    const inner = NAMED.includes(word) ? Object.entries(value) : [value].flat().map((one) => ["", one] as const);
    for (const [name, one] of inner)
      if (typeof one === "object" && one !== null && !Array.isArray(one))
        assertKeywords(one as TSchema, name === "" ? place : `${place}, ${name}`);
  }
}

import type { TSchema } from "@sinclair/typebox";
import { digestOf } from "./digest.ts";
import type { ErrorDefinition } from "./error.ts";
import * as errors from "./errors.ts";
import type { EventDefinition } from "./event.ts";
import type { Group } from "./group.ts";
import { kernelEvents } from "./history.ts";
import type { Effect, Example, Operation } from "./operation.ts";
import type { Plugin } from "./plugin.ts";
import type { Route } from "./route.ts";
import { CORE_VERSION } from "./version.ts";

export interface ErrorEntry {
  readonly code: string;
  readonly status: number;
  readonly title: string;
}
export interface OperationEntry {
  readonly id: string;
  readonly group: string;
  /** `/api/v1/` and the id with its dots turned into slashes. */
  readonly path: string;
  readonly kind: "query" | "command";
  readonly summary: string;
  readonly description?: string;
  readonly effect: Effect;
  readonly scope: string;
  /** Whether a call without `execute: true` only plans. */
  readonly dryRun: "never" | "always" | "conditional";
  readonly bodyLimit: number;
  /** JSON Schema 2020-12, `execute` included where the operation takes it. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
  readonly errors: readonly ErrorEntry[];
  readonly examples: readonly Example[];
}
export interface GroupEntry {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly description?: string;
  readonly scopes: Readonly<Record<string, string>>;
}
export interface EventEntry {
  readonly type: string;
  readonly group: string;
  readonly summary: string;
  readonly topic?: string;
  /** What a key needs to see it. */
  readonly scope: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A path over HTTP that is no operation. */
export interface RouteEntry {
  readonly method: Route["method"];
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly description?: string;
  /** What a key needs; "any": a key; "open": nothing. */
  readonly scope: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The media type of what it answers. */
  readonly produces: string;
}

/** All that a gateway offers, as plain JSON: what the command line, OpenAPI and other surfaces are made from. */
export interface Manifest {
  readonly core: string;
  /** Changes whenever anything else here changes. */
  readonly digest: string;
  readonly groups: readonly GroupEntry[];
  readonly operations: readonly OperationEntry[];
  readonly events: readonly EventEntry[];
  readonly routes: readonly RouteEntry[];
  /** Errors that any operation may answer beside its own. */
  readonly errors: readonly ErrorEntry[];
}

/** What any operation may answer beside its own errors. */
const kernelErrors = Object.values(errors).filter((one) => typeof one === "function");

const eventDefinitions = new WeakMap<Manifest, ReadonlyMap<string, EventDefinition>>();

/** The definition of a type of events, with what plain JSON cannot hold; undefined where no plugin of the gateway has it. */
export const eventDefinitionOf = (manifest: Manifest, type: string): EventDefinition | undefined =>
  eventDefinitions.get(manifest)?.get(type);

export const pathOf = (id: string): string => `/api/v1/${id.replaceAll(".", "/")}`;

/**
 * The manifest of all plugins; the operations of those that are named in `failed` at the time are not in it. It is
 * spelled out when a member is first read: a command line that makes one call in process never reads any.
 */
export function manifestOf(plugins: readonly Plugin[], failed: ReadonlySet<string> = new Set()): Manifest {
  let spelled: Omit<Manifest, "digest"> | undefined;
  const said = () => {
    spelled ??= spell(plugins);
    return spelled;
  };
  const digests = new Map<string, string>();
  const manifest: Manifest = {
    core: CORE_VERSION,
    get digest() {
      const without = [...failed].sort().join();
      const digest = digests.get(without) ?? digestOf({ ...said(), operations: this.operations }).slice(0, 16);
      digests.set(without, digest);
      return digest;
    },
    get groups() {
      return said().groups;
    },
    get operations() {
      const { operations } = said();
      return failed.size === 0 ? operations : operations.filter(({ group }) => !failed.has(group));
    },
    get events() {
      return said().events;
    },
    get routes() {
      return said().routes;
    },
    get errors() {
      return said().errors;
    },
  };
  const defined = [...plugins.flatMap(({ events }) => events), ...kernelEvents];
  eventDefinitions.set(manifest, new Map(defined.map((event) => [event.type, event])));
  return manifest;
}

function spell(plugins: readonly Plugin[]): Omit<Manifest, "digest"> {
  const sorted = [...plugins].sort((left, right) => (left.name < right.name ? -1 : 1));
  return {
    core: CORE_VERSION,
    groups: sorted.map(({ group: { name, title, description, scopes }, version }) => ({
      name,
      version,
      title,
      ...(description !== undefined && { description }),
      scopes,
    })),
    operations: sorted.flatMap(({ operations }) => operations.map(operationEntry)),
    events: [
      ...sorted.flatMap(({ name, events }) => events.map((event) => eventEntry(name, event))),
      ...kernelEvents.map((event) => eventEntry("gateway", event)),
    ],
    routes: sorted.flatMap(({ name, routes }) => routes.map((route) => routeEntry(name, route))),
    errors: kernelErrors.map(errorEntry),
  };
}

function eventEntry(
  group: string,
  { type, summary, topic, scope = `${group}:read`, data }: EventDefinition,
): EventEntry {
  return { type, group, summary, ...(topic && { topic }), scope, data: plain(data) };
}

function routeEntry(group: string, { handle: _, query, ...said }: Route): RouteEntry {
  return { ...said, group, query: plain(query) };
}

function operationEntry(operation: Operation): OperationEntry {
  const {
    id,
    group,
    kind,
    summary,
    description,
    effect,
    scope,
    dryRunByDefault: rule,
    bodyLimit,
    input,
    output,
    errors,
    examples,
  } = operation;
  return {
    id,
    group: group.name,
    path: pathOf(id),
    kind,
    summary,
    ...(description !== undefined && { description }),
    effect,
    scope,
    dryRun: rule === false ? "never" : rule === true ? "always" : "conditional",
    bodyLimit,
    input: plain(rule === false ? input : { ...input, properties: { ...input.properties, execute } }),
    output: plain(output),
    errors: errors.map(errorEntry),
    examples,
  };
}

const execute = { type: "boolean", description: "Do it. Without it the answer is the plan of what would be done." };

const errorEntry = ({ code, status, title }: ErrorDefinition): ErrorEntry => ({ code, status, title });

/** Without the library's own symbols, which are no part of a schema. */
const plain = (schema: unknown): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(schema));

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

import type { TSchema } from "@sinclair/typebox";
import type { Collection, OnPut } from "../storage/index.ts";
import type { EventDefinition } from "./event.ts";
import type { Group } from "./group.ts";
import { kernelEvents } from "./journal.ts";
import type { Logger } from "./log.ts";
import type { Operation } from "./operation.ts";
import type { Duty, Plugin } from "./plugin.ts";
import { CORE_VERSION } from "./version.ts";

const declaredDuties = new WeakMap<Group, Set<string>>();
const declaredEvents = new WeakSet<EventDefinition>(kernelEvents);
const declaredCollections = new WeakSet<Collection>();

/** Notes that a group has a queue or follower, which its plugin then has to name among its duties. */
export function declareDuty(group: Group, name: string): void {
  declaredDuties.set(group, (declaredDuties.get(group) ?? new Set()).add(name));
}

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z][a-z0-9]*(-[a-z0-9]+)*){1,7}$/;

/** Fields that a command line needs for itself. */
const TAKEN = ["data", "json", "gateway", "config-file", "plan", "dry-run", "input", "help", "execute"];

/** Throws where an operation or one of its fields has a name that it cannot have. */
export function assertNamed(group: Group, id: string, input: TSchema): void {
  if (id.length > 128 || !ID.test(id) || !id.startsWith(`${group.name}.`)) {
    throw new Error(
      `An operation of ${group.name} is named ${group.name}.<words in lower case>; got ${JSON.stringify(id)}`,
    );
  }
  const taken = Object.keys(input.properties).find((field) => TAKEN.includes(field));
  if (taken) throw new Error(`Operation ${id}: a field may not be named ${taken}, the command line needs that name`);
}

/** Throws where no plugin of a gateway names an event among its events: who reads the manifest would not know of it. */
export function assertEmittable(event: EventDefinition): void {
  if (!declaredEvents.has(event))
    throw new Error(`Event ${event.type} is emitted, but no plugin declares it: add it to "events" of definePlugin`);
}

/** Throws where no plugin of a gateway names a collection among its own: a change of its indexes would go unnoticed. */
function assertStorable(collection: Collection): void {
  // The kernel's own are declared by nobody.
  if (!declaredCollections.has(collection) && !collection.name.startsWith("gateway."))
    throw new Error(
      `A record of ${collection.name} is written, but plugin ${collection.name.split(".")[0]} does not declare that collection: add it to "collections" of definePlugin`,
    );
}

/** The check of what is written: that its collection is declared, and (`fits`) that it fits its schema. */
export const checkingWrites =
  (fits: OnPut | undefined): OnPut =>
  (name, schema, data, collection) => {
    if (collection) assertStorable(collection);
    fits?.(name, schema, data);
  };

/** The collections among what a plugin's module exports, and those of its queues. */
export const collectionsIn = (exported: Readonly<Record<string, unknown>>, duties: readonly Duty[]): Collection[] => [
  ...Object.values(exported).filter(isCollection),
  ...duties.flatMap((duty) => duty.collections ?? []),
];

const isCollection = (value: unknown): value is Collection =>
  (value as Partial<Collection> | null | undefined)?.kind === "collection";

/** Throws, naming plugin and place, what can be known to be wrong about a plugin before it runs. */
export function assertDeclared(plugin: Plugin, place: number): void {
  if (typeof plugin === "function") throw new Error(`plugins[${place}] is a function: call it with its configuration`);
  const { name, version, core, data, group, duties, events, collections, operations } = plugin;
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
  for (const collection of collections) {
    if (!collection.name.startsWith(`${name}.`))
      throw new Error(`${about}: the collection ${collection.name} is not named ${name}.…`);
    declaredCollections.add(collection);
  }
  for (const { id, input, output } of operations) {
    assertKeywords(input, `${about}: the input of ${id}`);
    assertKeywords(output, `${about}: the output of ${id}`);
  }
}

export const about = ({ name, version }: Plugin): string => `${name} ${version}`;

/** Throws where two plugins have the same name, operation or path. */
export function assertDistinct(plugins: readonly Plugin[]): void {
  const holders = new Map<string, Plugin>();
  const claim = (plugin: Plugin, what: string, told: (before: Plugin) => string) => {
    const before = holders.get(what);
    if (before) throw new Error(told(before));
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

/** What a schema declares of a value, in the form that is quickest to compare. */
interface Shape {
  /** Whether any member may be there. */
  readonly isOpen: boolean;
  readonly members: ReadonlyMap<string, Shape>;
  readonly items: Shape | undefined;
}

const shapes = new WeakMap<TSchema, Shape>();

/** A member is declared where any of the schemas has it: those of a union are taken together. */
function shapeOf(given: readonly TSchema[]): Shape {
  const schemas = given.flatMap(alternatives);
  const objects = schemas.filter(({ properties }) => properties !== undefined);
  const members = new Map<string, TSchema[]>();
  for (const { properties } of objects)
    for (const [name, one] of Object.entries<TSchema>(properties))
      members.set(name, [...(members.get(name) ?? []), one]);
  const items = schemas.flatMap(({ items }) => (items ? [items as TSchema] : []));
  return {
    isOpen: objects.length === 0 || schemas.some(isOpen),
    members: new Map([...members].map(([name, all]) => [name, shapeOf(all)])),
    items: items.length > 0 ? shapeOf(items) : undefined,
  };
}

function alternatives(schema: TSchema): TSchema[] {
  const { anyOf = [], oneOf = [], allOf = [] } = schema as Record<string, TSchema[] | undefined>;
  return [schema, ...[...anyOf, ...oneOf, ...allOf].flatMap(alternatives)];
}

const isOpen = ({ $ref, type, properties, patternProperties, additionalProperties }: TSchema): boolean =>
  [$ref, patternProperties, additionalProperties || undefined].some((one) => one !== undefined) ||
  (type === "object" && properties === undefined);

/**
 * A value without the members that its schema does not declare: what a plugin stores for itself is not to go out because
 * a record was answered whole. `told` gets the path of each. A value without any is handed back as it is.
 */
export function withoutUndeclared(schema: TSchema, value: unknown, told: (path: string) => void): unknown {
  const shape = shapes.get(schema) ?? shapeOf([schema]);
  shapes.set(schema, shape);
  return kept(shape, value, "", told);
}

function kept(shape: Shape, value: unknown, path: string, told: (path: string) => void): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const { items } = shape;
    if (!items) return value;
    const copy = value.map((item) => kept(items, item, path, told));
    return copy.every((item, at) => item === value[at]) ? value : copy;
  }
  let copy: Record<string, unknown> | undefined;
  for (const [name, old] of Object.entries(value)) {
    const member = shape.members.get(name);
    if (!member && shape.isOpen) continue;
    if (!member) told(`${path}/${name}`);
    const now = member && kept(member, old, `${path}/${name}`, told);
    if (member && now === old) continue;
    copy ??= { ...value };
    if (member) copy[name] = now;
    else delete copy[name];
  }
  return copy ?? value;
}

/** Logs each member that an answer has and its operation does not declare, once; or throws, as tests want it. */
export function noticeUndeclared(
  log: Logger,
  what: "remove" | "refuse" = "remove",
): (operation: Operation, path: string) => void {
  const known = new Set<string>();
  return ({ id }, path) => {
    if (what === "refuse") throw new Error(`${id} answers ${path}, which its output does not declare`);
    if (known.has(id + path)) return;
    known.add(id + path);
    log.warn({ operation: id, path }, "An answer has a member that its output does not declare; it is left out");
  };
}

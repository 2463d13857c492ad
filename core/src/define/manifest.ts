import { digestOf } from "./digest.ts";
import type { ErrorDefinition } from "./error.ts";
import * as errors from "./errors.ts";
import type { EventDefinition } from "./event.ts";
import { kernelEvents } from "./journal.ts";
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
  /** Schemas that the group's operations and events share, by the names that clients know them under. */
  readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
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
  /** What else it answers beside 200, by status. */
  readonly answers: Readonly<Record<string, string>>;
  /** Its own refusals, beside those of every route. */
  readonly errors: readonly ErrorEntry[];
  /** What a request of it holds. */
  readonly body?: Readonly<Record<string, unknown>>;
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
  /** Words that are known only when the gateway is set up, by the name that schemas refer to them with (`x-list`). */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

const offers = new WeakMap<Manifest, Map<string, () => readonly string[]>>();

/** Offers the words that fields with `oneOfOffered(name, …)` take. `words` is asked each time. */
export function offerList(manifest: Manifest, name: string, words: () => readonly string[]): void {
  offers.set(manifest, (offers.get(manifest) ?? new Map()).set(name, words));
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
  let spelled: Omit<Manifest, "digest" | "lists"> | undefined;
  const said = () => {
    spelled ??= spell(plugins);
    return spelled;
  };
  const digests = new Map<string, string>();
  const manifest: Manifest = {
    core: CORE_VERSION,
    get digest() {
      const { lists } = this;
      const without = JSON.stringify([[...failed].sort(), lists]);
      const digest = digests.get(without) ?? digestOf({ ...said(), operations: this.operations, lists }).slice(0, 16);
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
    get lists() {
      return Object.fromEntries([...(offers.get(this) ?? [])].map(([name, words]) => [name, [...words()].sort()]));
    },
  };
  const defined = [...plugins.flatMap(({ events }) => events), ...kernelEvents];
  eventDefinitions.set(manifest, new Map(defined.map((event) => [event.type, event])));
  return manifest;
}

function spell(plugins: readonly Plugin[]): Omit<Manifest, "digest" | "lists"> {
  const sorted = [...plugins].sort((left, right) => (left.name < right.name ? -1 : 1));
  return {
    core: CORE_VERSION,
    groups: sorted.map(({ group: { name, title, description, scopes }, version, schemas }) => ({
      name,
      version,
      title,
      ...(description !== undefined && { description }),
      scopes,
      schemas: plain(schemas) as GroupEntry["schemas"],
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

function routeEntry(group: string, { handle: _, admit: __, query, body, errors = [], ...said }: Route): RouteEntry {
  const spelt = { group, query: plain(query), errors: errors.map(errorEntry), ...(body && { body: plain(body) }) };
  return { answers: {}, ...said, ...spelt };
}

function operationEntry(operation: Operation): OperationEntry {
  const { id, kind, summary, description, effect, scope, bodyLimit, input, output, examples } = operation;
  const { dryRunByDefault: rule } = operation;
  return {
    id,
    group: operation.group.name,
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
    errors: operation.errors.map(errorEntry),
    examples,
  };
}

const execute = { type: "boolean", description: "Do it. Without it the answer is the plan of what would be done." };

const errorEntry = ({ code, status, title }: ErrorDefinition): ErrorEntry => ({ code, status, title });

/** Without the library's own symbols, which are no part of a schema. */
const plain = (schema: unknown): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(schema));

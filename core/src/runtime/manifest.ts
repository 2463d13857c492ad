import { hash } from "node:crypto";
import { copyOf } from "../define/copy.ts";
import type { ErrorDefinition } from "../define/error.ts";
import * as errors from "../define/errors.ts";
import type { EventDefinition } from "../define/event.ts";
import { kernelEvents } from "../define/journal.ts";
import { type GroupEntry, type Manifest, type OperationEntry, pathOf } from "../define/manifest.ts";
import type { Operation } from "../define/operation.ts";
import type { Plugin } from "../define/plugin.ts";
import type { Route } from "../define/route.ts";
import { CORE_VERSION } from "../define/version.ts";

/** Errors that any operation may answer in addition to its own. */
const kernelErrors = Object.values(errors).filter((one) => typeof one === "function");

/**
 * The manifest of all plugins, frozen. Operations of plugins that are in `failed` at the time are left out. It is built
 * when a member is first read, since a command line that makes one call in process never reads it. `offers` are the
 * values that plugins provide, by the name of their list.
 */
export function createManifest(
  plugins: readonly Plugin[],
  failed: ReadonlySet<string>,
  offers: ReadonlyMap<string, () => readonly string[]>,
): Manifest {
  let built: Omit<Manifest, "core" | "digest" | "lists"> | undefined;
  const all = () => {
    built ??= copyOf(build(plugins), Object.freeze);
    return built;
  };
  const digests = new Map<string, string>();
  return Object.freeze({
    core: CORE_VERSION,
    get digest() {
      const { lists } = this;
      const without = JSON.stringify([[...failed].sort(), lists]);
      const digest = digests.get(without) ?? shortDigestOf([CORE_VERSION, all(), without]);
      digests.set(without, digest);
      return digest;
    },
    get groups() {
      return all().groups;
    },
    get operations() {
      const { operations } = all();
      return failed.size === 0 ? operations : operations.filter(({ group }) => !failed.has(group));
    },
    get events() {
      return all().events;
    },
    get routes() {
      return all().routes;
    },
    get errors() {
      return all().errors;
    },
    get lists() {
      return Object.fromEntries([...offers].map(([name, words]) => [name, [...words()].sort()]));
    },
  });
}

/** Members in the order in which they were defined: sorting a megabyte would hold up the start of a gateway. */
const shortDigestOf = (value: unknown): string => hash("sha256", JSON.stringify(value), "base64url").slice(0, 16);

function build(plugins: readonly Plugin[]): Omit<Manifest, "core" | "digest" | "lists"> {
  const sorted = [...plugins].sort((left, right) => (left.name < right.name ? -1 : 1));
  return {
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

function eventEntry(group: string, { type, summary, topic, scope = `${group}:read`, data }: EventDefinition) {
  return { type, group, summary, ...(topic && { topic }), scope, data: plain(data) };
}

function routeEntry(group: string, { handle: _, admit: __, query, body, errors = [], ...rest }: Route) {
  const schemas = { group, query: plain(query), errors: errors.map(errorEntry), ...(body && { body: plain(body) }) };
  return { answers: {}, ...rest, ...schemas };
}

function operationEntry(operation: Operation): OperationEntry {
  const { id, kind, properties, summary, description, effect, scope, bodyLimit, input, output, examples } = operation;
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
    undoable: operation.undo !== undefined,
    properties,
    bodyLimit,
    input: plain(rule === false ? input : { ...input, properties: { ...input.properties, execute } }),
    output: plain(output),
    errors: operation.errors.map(errorEntry),
    examples,
  };
}

const execute = { type: "boolean", description: "Execute the command. Without it the answer is its plan." };

const errorEntry = ({ code, status, title, data }: ErrorDefinition) => ({ code, status, title, data: plain(data) });

/** Without TypeBox's own symbols, which are not part of a schema. */
const plain = (schema: unknown): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(schema));

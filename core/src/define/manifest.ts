import type { Effect, Example } from "./operation.ts";

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
  readonly method: "GET" | "HEAD" | "POST";
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

/** Where an operation is called over HTTP, below the base path. */
export const pathOf = (id: string): string => `/api/v1/${id.replaceAll(".", "/")}`;

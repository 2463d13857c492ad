import type { Effect, Example } from "./operation.ts";

export interface ErrorEntry {
  readonly code: string;
  readonly status: number;
  readonly title: string;
}
export interface OperationEntry {
  readonly id: string;
  readonly group: string;
  /** `/api/v1/` and the id with its dots replaced by slashes. */
  readonly path: string;
  readonly kind: "query" | "command";
  readonly summary: string;
  readonly description?: string;
  readonly effect: Effect;
  readonly scope: string;
  /** Whether a call without `execute: true` only plans. */
  readonly dryRun: "never" | "always" | "conditional";
  readonly bodyLimit: number;
  /** JSON Schema 2020-12, including `execute` if the operation has it. */
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
  /** Schemas that the group's operations and events share, by the names that generated clients use. */
  readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
export interface EventEntry {
  readonly type: string;
  readonly group: string;
  readonly summary: string;
  readonly topic?: string;
  /** The scope a key needs to see it. */
  readonly scope: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A path over HTTP that is not an operation. */
export interface RouteEntry {
  readonly method: "GET" | "HEAD" | "POST";
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly description?: string;
  /** The scope a key needs; "any": any valid key; "open": no key. */
  readonly scope: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The media type of its response. */
  readonly produces: string;
  /** Its responses other than 200, by status. */
  readonly answers: Readonly<Record<string, string>>;
  /** Its own errors, in addition to those of every route. */
  readonly errors: readonly ErrorEntry[];
  /** The fields of its request body. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Everything a gateway offers, as plain JSON: the source of the command line, OpenAPI and other surfaces. */
export interface Manifest {
  readonly core: string;
  /** Changes whenever anything else in the manifest changes. */
  readonly digest: string;
  readonly groups: readonly GroupEntry[];
  readonly operations: readonly OperationEntry[];
  readonly events: readonly EventEntry[];
  readonly routes: readonly RouteEntry[];
  /** Errors that any operation may answer in addition to its own. */
  readonly errors: readonly ErrorEntry[];
  /** Values that are known only when the gateway is configured, by the name that schemas refer to (`x-list`). */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/** The path of an operation over HTTP, below the base path. */
export const pathOf = (id: string): string => `/api/v1/${id.replaceAll(".", "/")}`;

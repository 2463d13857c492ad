import type { ErrorDefinition } from "./error.ts";
import type { EventDefinition } from "./event.ts";
import type { Group } from "./group.ts";
import type { Operation } from "./operation.ts";

export type ErrorEntry = Pick<ErrorDefinition, "code" | "status" | "title"> & Pick<EventEntry, "data">;
type Described =
  | "id"
  | "kind"
  | "properties"
  | "summary"
  | "description"
  | "effect"
  | "scope"
  | "bodyLimit"
  | "examples";
/** An operation in the manifest. */
export interface OperationEntry extends Pick<Operation, Described> {
  readonly group: string;
  /** `/api/v1/` and the id with its dots replaced by slashes. */
  readonly path: string;
  /** Whether a call without `execute: true` only plans. */
  readonly dryRun: "never" | "always" | "conditional";
  /** Whether `service.undo` can undo it. */
  readonly undoable: boolean;
  /** JSON Schema 2020-12, including `execute` if the operation has it. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
  readonly errors: readonly ErrorEntry[];
}
/** A group in the manifest. */
export interface GroupEntry extends Pick<Group, "name" | "title" | "description" | "scopes"> {
  readonly version: string;
  /** Schemas that the group's operations and events share, by the names that generated clients use. */
  readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
/** An event in the manifest. */
export interface EventEntry extends Pick<EventDefinition, "type" | "summary" | "topic"> {
  readonly group: string;
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
  /** The media type of its request body; JSON by default. */
  readonly consumes?: string;
  /** The fields of its request body, or of each line of it. */
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

import type { TObject, TSchema } from "@sinclair/typebox";
import type { MaybePromise } from "../storage/index.ts";
import type { ErrorDefinition } from "./error.ts";
import type { Group } from "./group.ts";
import { declaredMembers } from "./members.ts";
import { closed, type Input, type Parsed } from "./schema.ts";

/** `read` changes nothing, `write` is local and reversible, `external` leaves the machine or starts work, `destroy` cannot be undone. */
export type Effect = "read" | "write" | "external" | "destroy";

/** What a dry run shows: plain JSON of the operation's own shape, without secrets, message texts or absolute paths. */
export interface PlanShape {
  /** One sentence that says what will be done. */
  readonly summary: string;
  /** The outside systems that it reaches. */
  readonly effects?: readonly string[];
  /** The whole answer, where what was looked at leaves nothing to do: answered at once, dry or not, and nothing is executed. */
  readonly answer?: unknown;
}

export interface Example {
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** An operation as a value. Its id is its path, its command, its tool name and its file. */
export interface Operation<
  Id extends string = string,
  Kind extends "query" | "command" = "query" | "command",
  // biome-ignore lint/suspicious/noExplicitAny: an operation of any input
  In = any,
  // biome-ignore lint/suspicious/noExplicitAny: an operation of any answer
  Out = any,
  // biome-ignore lint/suspicious/noExplicitAny: an operation of any plan
  Plan = any,
  Dry extends boolean = boolean,
> {
  readonly kind: Kind;
  readonly id: Id;
  readonly group: Group;
  readonly summary: string;
  readonly description?: string;
  readonly input: TObject;
  readonly output: TObject;
  readonly errors: readonly ErrorDefinition[];
  readonly examples: readonly Example[];
  readonly effect: Effect;
  readonly scope: string;
  /** Whether a call without `execute: true` only plans: never, always, or as the input decides. */
  readonly dryRunByDefault: false | true | ((input: never) => boolean);
  /** What it has done outside is done later, by a queue: like any other it may run again where it lost its commit. */
  readonly queued?: boolean;
  /** The first answer as a repeated call with its idempotency key gets it, where that must not be taken for a new one. */
  readonly replayed?: (answer: never) => unknown;
  /** The ids that an input names, for grants that are narrowed to a resource. */
  readonly resource?: (input: never) => string | readonly string[] | undefined;
  /** Filters what it answers by the resources that a narrowed grant reaches: such a key gets a shorter answer, not a 403. */
  readonly narrowed?: true;
  /** The longest body taken over HTTP, in bytes. */
  readonly bodyLimit: number;
  /** Removes the members that its output does not declare; `onRemoved` gets the path of each. */
  readonly trim: (answer: unknown, onRemoved?: (path: string) => void) => unknown;
  readonly plan: (ctx: never, input: never) => MaybePromise<unknown>;
  readonly execute?: (ctx: never, plan: never, input: never) => MaybePromise<unknown>;
  /** Types only: never there at run time. */
  readonly "~types"?: { in: In; out: Out; plan: Plan; dry: Dry };
}

export type TypesOf<O extends Operation> = NonNullable<O["~types"]>;

/** What queries and commands declare alike. */
export interface OperationOptions<Id, I extends TObject, O> {
  id: Id;
  summary: string;
  description?: string;
  input: I;
  output: O;
  errors?: readonly ErrorDefinition[];
  examples?: readonly { title: string; input: Input<I> }[];
  /** Another scope than `<group>:read` or `<group>:write`. */
  scope?: string;
  resource?: (input: Parsed<I>) => string | readonly string[] | undefined;
  narrowed?: true;
  /** Bytes; 1 MiB unless said. */
  bodyLimit?: number;
}

const MEBIBYTE = 2 ** 20;

/** An operation without what makes it a query or a command. */
export function operationOf<I extends TObject, D extends OperationOptions<string, I, TObject>>(
  group: Group,
  def: D & { input: I },
  effect: Effect,
) {
  const { id, input, scope = `${group.name}:${effect === "read" ? "read" : "write"}` } = def;
  assertNamed(group, id, input);
  return {
    ...def,
    group,
    input: closed(input),
    scope,
    effect,
    errors: def.errors ?? [],
    examples: (def.examples ?? []) as readonly Example[],
    bodyLimit: def.bodyLimit ?? MEBIBYTE,
    trim: declaredMembers(def.output),
  };
}

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z][a-z0-9]*(-[a-z0-9]+)*){1,7}$/;

/** Fields that a command line needs for itself. */
const TAKEN = ["data", "json", "gateway", "config-file", "plan", "dry-run", "input", "help", "execute"];

/** Throws where an operation or one of its fields has a name that it cannot have. */
function assertNamed(group: Group, id: string, input: TSchema): void {
  if (id.length > 128 || !ID.test(id) || !id.startsWith(`${group.name}.`)) {
    throw new Error(
      `An operation of ${group.name} is named ${group.name}.<words in lower case>; got ${JSON.stringify(id)}`,
    );
  }
  const taken = Object.keys(input.properties).find((field) => TAKEN.includes(field));
  if (taken) throw new Error(`Operation ${id}: a field may not be named ${taken}, the command line needs that name`);
}

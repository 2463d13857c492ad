import type { Static, TObject } from "@sinclair/typebox";
import type { MaybePromise } from "../storage/index.ts";
import type { CommandContext, QueryContext } from "./context.ts";
import { assertNamed } from "./declared.ts";
import type { ErrorDefinition } from "./error.ts";
import type { Group } from "./group.ts";
import { closed, type Flat, type Input, type Parsed } from "./schema.ts";

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
  readonly plan: (ctx: never, input: never) => MaybePromise<unknown>;
  readonly execute?: (ctx: never, plan: never, input: never) => MaybePromise<unknown>;
  /** Types only: never there at run time. */
  readonly "~types"?: { in: In; out: Out; plan: Plan; dry: Dry };
}

export type TypesOf<O extends Operation> = NonNullable<O["~types"]>;

interface Common<Id, I extends TObject, O> {
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

interface Dryness<I extends TObject> {
  dryRunByDefault?: true | ((input: Parsed<I>) => boolean);
}
type DryOf<D> = D extends { dryRunByDefault: true } ? true : D extends { dryRunByDefault: unknown } ? boolean : false;

const MEBIBYTE = 2 ** 20;

/** Declares an operation that only reads. */
export function defineQuery<
  G extends Group,
  const Id extends `${G["name"]}.${string}`,
  I extends TObject,
  O extends TObject,
>(
  group: G,
  def: Common<Id, I, O> & { run: (ctx: QueryContext<G>, input: Parsed<I>) => MaybePromise<Static<O>> },
): Operation<Id, "query", Flat<Input<I>>, Static<O>, never, false> {
  const { run, ...said } = def;
  return { ...commonOf(group, said, "read"), kind: "query", dryRunByDefault: false, plan: run };
}

/**
 * Declares an operation that changes something. `plan` reads and decides; what it answers is shown by a dry run.
 * `execute` stages writes and events, which the kernel commits together or not at all.
 */
export function defineCommand<
  G extends Group,
  const Id extends `${G["name"]}.${string}`,
  I extends TObject,
  O extends TObject,
  Plan extends PlanShape,
  const D extends Dryness<I>,
>(
  group: G,
  def: Common<Id, I, O> & {
    effect?: Exclude<Effect, "read">;
    /** `execute` of an external command only puts work into a queue: it runs again where it lost its commit. */
    queued?: boolean;
    replayed?: (answer: Static<O>) => Static<O>;
    plan: (ctx: QueryContext<G>, input: Parsed<I>) => MaybePromise<Plan>;
    execute: (ctx: CommandContext<G>, plan: NoInfer<Plan>, input: Parsed<I>) => MaybePromise<Static<O>>;
  } & D,
): Operation<Id, "command", Flat<Input<I>>, Static<O>, Plan, DryOf<D>> {
  const { effect = "write", dryRunByDefault = false } = def;
  return { ...commonOf(group, def, effect), kind: "command", dryRunByDefault };
}

function commonOf<I extends TObject, D extends Common<string, I, TObject>>(
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
  };
}

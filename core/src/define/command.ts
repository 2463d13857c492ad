import type { Static, TObject } from "@sinclair/typebox";
import type { MaybePromise } from "../storage/index.ts";
import type { CommandContext, QueryContext } from "./context.ts";
import type { Group } from "./group.ts";
import {
  type Effect,
  type Operation,
  type OperationOptions,
  operationOf,
  type PlanShape,
  type Undo,
} from "./operation.ts";
import type { Flat, Input, Parsed } from "./schema.ts";

interface Dryness<I extends TObject> {
  /** Whether a call without `execute` ends with its plan. */
  dryRunByDefault?: true | ((input: Parsed<I>, plan: PlanShape) => boolean);
}
type DryOf<D> = D extends { dryRunByDefault: true } ? true : D extends { dryRunByDefault: unknown } ? boolean : false;

/**
 * Declares an operation that changes something. `plan` reads and decides; a dry run shows its result. `execute` stages
 * writes and events, which the kernel commits atomically.
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
  def: OperationOptions<Id, I, O> & {
    effect?: Exclude<Effect, "read">;
    /** Whether `execute` itself works outside the store and must run at most once. By default if it is external. */
    outside?: boolean;
    /** Refuses `execute` as an unknown field, because its specification has no such field. */
    refusesExecute?: true;
    replayed?: (answer: Static<O>) => Static<O>;
    /** The ids of everything it is about, where the input names them by slugs, names or parts. */
    resources?: (ctx: QueryContext<G>, input: Parsed<I>) => MaybePromise<readonly string[] | undefined>;
    plan: (ctx: QueryContext<G>, input: Parsed<I>) => MaybePromise<Plan>;
    execute: (ctx: CommandContext<G>, plan: NoInfer<Plan>, input: Parsed<I>) => MaybePromise<Static<O>>;
    /** How it is undone. Called before `execute`, so that it reads what `execute` changes. Only for effects in the store. */
    undo?: (ctx: QueryContext<G>, plan: NoInfer<Plan>, input: Parsed<I>) => MaybePromise<Undo<Static<O>>>;
  } & D,
): Operation<Id, "command", Flat<Input<I>>, Static<O>, Plan, DryOf<D>> {
  const { effect = "write", dryRunByDefault = false } = def;
  if (def.properties?.includes("restricts") && dryRunByDefault)
    throw new Error(`${def.id} restricts, so it must be executed at once: it cannot have dryRunByDefault`);
  return { ...operationOf(group, def, effect), kind: "command", dryRunByDefault };
}

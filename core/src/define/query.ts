import type { Static, TObject } from "@sinclair/typebox";
import type { MaybePromise } from "../storage/index.ts";
import type { QueryContext } from "./context.ts";
import type { Group } from "./group.ts";
import { type Operation, type OperationOptions, operationOf } from "./operation.ts";
import type { Flat, Input, Parsed } from "./schema.ts";

/** Declares an operation that only reads. */
export function defineQuery<
  G extends Group,
  const Id extends `${G["name"]}.${string}`,
  I extends TObject,
  O extends TObject,
>(
  group: G,
  def: OperationOptions<Id, I, O> & { run: (ctx: QueryContext<G>, input: Parsed<I>) => MaybePromise<Static<O>> },
): Operation<Id, "query", Flat<Input<I>>, Static<O>, never, false> {
  const { run, ...options } = def;
  return { ...operationOf(group, options, "read"), kind: "query", dryRunByDefault: false, plan: run };
}

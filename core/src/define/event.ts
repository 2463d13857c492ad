import type { Static, TSchema } from "@sinclair/typebox";
import type { MaybePromise, Reads } from "../storage/index.ts";
import type { Caller } from "./caller.ts";
import type { Cause } from "./cause.ts";

/** A declared event: its type, the schema of its data, and who may see it. */
// biome-ignore lint/suspicious/noExplicitAny: a list of definitions holds events of any data
export interface EventDefinition<Type extends string = string, Data = any> {
  readonly type: Type;
  readonly summary: string;
  readonly data: TSchema;
  /** The name under which subscribers know this stream of events, if any. */
  readonly topic?: string;
  /** The scope a key needs to see it, if not `<group>:read`. */
  readonly scope?: string;
  subject?(data: Data): string | undefined;
  /**
   * Whether a caller who has the scope may see it. Evaluated on each read; must agree with the operation that shows the
   * subject.
   */
  visible?(who: { readonly caller: Caller; readonly store: Reads }, data: Data): MaybePromise<boolean>;
}

/**
 * One thing that happened, with the attribute names of CloudEvents 1.0. `id` is ordered and unique within its store.
 */
export interface GatewayEvent<Data = unknown> extends Partial<Cause> {
  readonly id: string;
  readonly type: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly source: string;
  readonly subject?: string;
  /** The id of the context that caused it. */
  readonly actor: string;
  readonly data: Data;
}

/**
 * Declares an event named `<group>.<thing>.<past participle>`. `subject` returns the id of the record that the event is
 * about.
 */
export function defineEvent<const Type extends `${string}.${string}`, S extends TSchema>(
  type: Type,
  def: Omit<EventDefinition<Type, Static<S>>, "type" | "data"> & { data: S },
): EventDefinition<Type, Static<S>> {
  return { type, ...def };
}

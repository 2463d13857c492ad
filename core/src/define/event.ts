import type { Static, TSchema } from "@sinclair/typebox";
import type { MaybePromise, Reads } from "../storage/index.ts";
import type { Caller } from "./caller.ts";

// biome-ignore lint/suspicious/noExplicitAny: a list of definitions holds events of any data
export interface EventDefinition<Type extends string = string, Data = any> {
  readonly type: Type;
  readonly summary: string;
  readonly data: TSchema;
  /** A name under which subscribers know this stream of events, where they know one. */
  readonly topic?: string;
  /** What a key needs to see it, where that is another scope than `<group>:read`. */
  readonly scope?: string;
  subject?(data: Data): string | undefined;
  /** Whether a caller may see it that has the scope: as the operation answers that shows what it is about. Asked when it is read. */
  visible?(who: { readonly caller: Caller; readonly store: Reads }, data: Data): MaybePromise<boolean>;
}

/** One thing that happened, named as CloudEvents 1.0 names it. `id` is ordered and unique in its store. */
export interface GatewayEvent<Data = unknown> {
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

/** Declares an event, `<group>.<thing>.<past>`. `subject` picks the id that the event is about. */
export function defineEvent<const Type extends `${string}.${string}`, S extends TSchema>(
  type: Type,
  def: Omit<EventDefinition<Type, Static<S>>, "type" | "data"> & { data: S },
): EventDefinition<Type, Static<S>> {
  return { type, ...def };
}

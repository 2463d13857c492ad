import type { CommitNumber, MutableRecords } from "../storage/index.ts";
import type { Caller } from "./caller.ts";
import type { EventDefinition } from "./event.ts";
import type { Operation, TypesOf } from "./operation.ts";

/** What work sees that changes something: it stages writes and events, which one commit carries, or none. */
export interface Transacting {
  readonly store: MutableRecords;
  /** Unix milliseconds, the same throughout the work. */
  readonly now: number;
  /** The number of the commit to be, for records, keys, events and the answer. Calculating with it throws. */
  readonly number: CommitNumber;
  /**
   * The same number as 14 hex digits, which may stand inside a longer text (`msg_${stamp}`) wherever a value is stored,
   * emitted or answered. It is filled in by the commit: before that, do not cut, compare or hash it.
   */
  readonly stamp: string;
  /** A new id: `prefix` and 24 hex digits, ordered by time. */
  id(prefix: string): string;
  emit<Data>(event: EventDefinition<string, Data>, data: NoInfer<Data>): void;
}

/** What work of a plugin's own sees that commits. */
export interface PluginTransaction extends Transacting {
  /**
   * Performs an operation within this commit, with the rights of `caller` or the plugin's own. Rejects where the
   * operation works outside the store. Where it fails the commit fails, also where the error is caught.
   */
  call<O extends Operation>(operation: O, input: TypesOf<O>["in"], caller?: Caller): Promise<TypesOf<O>["out"]>;
}

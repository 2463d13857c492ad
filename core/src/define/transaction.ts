import type { CommitNumber, MutableRecords } from "../storage/index.ts";
import type { Caller } from "./caller.ts";
import type { Cause } from "./cause.ts";
import type { EventDefinition } from "./event.ts";
import type { Operation, TypesOf } from "./operation.ts";

/** The context of work that changes something. Its writes and events are committed atomically. */
export interface Transacting {
  readonly store: MutableRecords;
  /** Unix milliseconds, the same throughout the work. */
  readonly now: number;
  /** The number of the future commit, for records, keys, events and the answer. Arithmetic with it throws. */
  readonly number: CommitNumber;
  /**
   * The same number as 14 hex digits, which can be part of a longer text (`msg_${stamp}`) wherever a value is stored,
   * emitted or answered. The commit fills it in: until then, do not cut, compare or hash it.
   */
  readonly stamp: string;
  /** A new id: `prefix` and 24 hex digits, ordered by time. */
  id(prefix: string): string;
  /** What the work follows from, if it is known: its events carry it. */
  readonly cause: Cause | undefined;
  /** Adds an event to the commit. `cause` is given where one commit has events with different causes. */
  emit<Data>(event: EventDefinition<string, Data>, data: NoInfer<Data>, cause?: Cause): void;
}

/** The context of a plugin's own transaction. */
export interface PluginTransaction extends Transacting {
  /**
   * Executes an operation within this commit, with the rights of `caller` or the plugin's own. Rejects if the operation
   * works outside the store. If it fails the commit fails, even if the error is caught.
   */
  call<O extends Operation>(operation: O, input: TypesOf<O>["in"], caller?: Caller): Promise<TypesOf<O>["out"]>;
}

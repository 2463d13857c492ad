import type { Blobs } from "../storage/blobs.ts";
import type { Records } from "../storage/index.ts";
import type { Answer, CallAs } from "./call.ts";
import type { Caller } from "./caller.ts";
import type { ConfigOf, Group, ServicesOfGroup, StateOf } from "./group.ts";
import type { PluginContext } from "./host.ts";
import type { Logger } from "./log.ts";
import type { Operation, TypesOf } from "./operation.ts";
import type { Transacting } from "./transaction.ts";

interface Base<G extends Group> {
  readonly config: ConfigOf<G>;
  readonly services: ServicesOfGroup<G>;
  /** What the plugin keeps between calls, created by its `setup`. */
  readonly state: StateOf<G>;
  readonly caller: Caller;
  /** Unix milliseconds, the same throughout the call. */
  readonly now: number;
  readonly log: Logger;
  /** Aborts when the caller disconnects or the gateway stops. */
  readonly signal: AbortSignal;
  /**
   * Creates a value once per call: a command that runs again after a conflict, or after its plan, gets the same value.
   */
  memo<T>(key: string, make: () => T): T;
}

/** The context of queries and plans: it reads and cannot write. */
export interface QueryContext<G extends Group = Group> extends Base<G> {
  readonly store: Records;
  readonly blobs: Pick<Blobs, "read" | "size">;
  /** Calls another operation as the same caller: a query answers, a command only plans. */
  call<O extends Operation>(
    operation: O,
    input: TypesOf<O>["in"],
  ): Promise<O["kind"] extends "query" ? TypesOf<O>["out"] : TypesOf<O>["plan"]>;
  /** Plans a command as another caller. */
  planAs(call: CallAs): Promise<Answer>;
}

/** The context of `execute`. Staged changes are not visible before the commit. */
export interface CommandContext<G extends Group = Group> extends Base<G>, Transacting {
  /** Works outside this commit: for commands that work outside the store or commit in portions. */
  readonly host: PluginContext<G>;
  readonly blobs: Blobs;
  /** Executes another operation as the same caller, within the same commit. */
  call<O extends Operation>(operation: O, input: TypesOf<O>["in"]): Promise<TypesOf<O>["out"]>;
  /** The same as another caller. Rejects if the operation works outside the store. */
  callAs(call: CallAs): Promise<unknown>;
}

import type { MaybePromise } from "../storage/index.ts";
import type { Call } from "./call.ts";
import type { Inverse } from "./operation.ts";
import { defineService } from "./service.ts";
import type { Transacting } from "./transaction.ts";

/** A command that was executed. */
export interface DoneCall extends Pick<Call, "operation" | "input" | "caller" | "cause"> {
  readonly summary: string;
  readonly inverse: Inverse | undefined;
}

/** Keeps how commands are undone. */
export interface UndoLog {
  /** Called in the commit of each command that can be undone, or that follows from an event. `place` is its event's. */
  note(ctx: Transacting, done: DoneCall, place: number): MaybePromise<void>;
}

/** Provided by the plugin that undoes commands. */
export const undoLog = defineService<UndoLog>("gateway.undo");

import type { PlanShape } from "../define/operation.ts";
import type { UndoLog } from "../define/undo.ts";
import type { Admitted } from "./admit.ts";
import { type ReadingContext, type Staging, stagingIn } from "./call-context.ts";
import type { PublishingStore } from "./transactions.ts";

export interface Undoing extends PublishingStore {
  undoLog(): UndoLog | undefined;
}
/** Notes in a commit how its command is undone, if it can be. */
export type NoteUndo = (work: Staging, place: number) => Promise<void>;

/** Asks how a command is undone, before it is executed. Nested commands are undone with the outermost one. */
export async function undoing(runtime: Undoing, call: Admitted, ctx: ReadingContext, plan: PlanShape) {
  const { operation, input, caller, cause, depth } = call;
  const log = depth === 0 ? runtime.undoLog() : undefined;
  if (!log || !(operation.undo || cause?.causationId)) return undefined;
  const undo = await operation.undo?.(ctx as never, plan as never, input as never);
  return (answer: unknown): NoteUndo | undefined => {
    const inverse = typeof undo === "function" ? undo(answer as never) : undo;
    const done = { operation, input, caller, cause, summary: plan.summary, inverse };
    return async (work, place) => log.note(stagingIn(work, ctx.now, runtime.id, cause), done, place);
  };
}

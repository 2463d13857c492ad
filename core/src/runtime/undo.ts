import type { Answer } from "../define/call.ts";
import type { PlanShape } from "../define/operation.ts";
import type { UndoLog } from "../define/undo.ts";
import { stagingIn } from "./call-context.ts";
import { isOutside } from "./claim.ts";
import type { Handler, Step, Work } from "./work.ts";

/** Notes in the commit how its command is undone, if it can be. Nested commands are undone with the outermost one. */
export const noting: Step = (next) => (work) => {
  const { operation, cause, depth } = work.call;
  const log = depth === 0 && !isOutside(operation) ? work.runtime.undoLog() : undefined;
  return log && (operation.undo || cause?.causationId) ? note(work, log, next) : next(work);
};

/** The operation is asked before it is executed, since it reads what it is about to change. */
async function note(work: Work, log: UndoLog, next: Handler): Promise<Answer> {
  const { operation, input, caller, cause } = work.call;
  const plan = work.plan as PlanShape;
  const undo = await operation.undo?.(work.reading as never, plan as never, input as never);
  const answer = await next(work);
  if (!answer.done) return answer;
  const inverse = typeof undo === "function" ? undo(answer.output as never) : undo;
  const done = { operation, input, caller, cause, summary: plan.summary, inverse };
  await log.note(stagingIn(work.commit, work.now, work.id, cause), done, work.commit.place());
  return answer;
}

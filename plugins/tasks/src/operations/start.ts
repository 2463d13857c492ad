import { defineCommand, T } from "@postern/core";
import { NotReady, TaskArchived, TaskNotFound, WrongStatus } from "../errors.ts";
import { group } from "../group.ts";
import { planStep, takeStep, undoStep } from "../lifecycle.ts";
import { isWaiting, readinessIn } from "../readiness.ts";
import { Changed, TaskId } from "../schemas.ts";
import { taskOf } from "../task.ts";

export const start = defineCommand(group, {
  id: "tasks.start",
  summary: "Start a task",
  description:
    "The task must be open or blocked, and all its dependencies must be done. If several callers try, only one " +
    "succeeds.",
  input: T.Object({ taskId: TaskId }),
  output: Changed,
  errors: [TaskNotFound, TaskArchived, WrongStatus, NotReady],
  examples: [{ title: "Start a task", input: { taskId: "task_0123456789abcdef01234567" } }],
  resource: ({ taskId }) => taskId,
  async plan({ store }, { taskId }) {
    const plan = await planStep(store, "start", taskId);
    if (!(await isWaiting(store, taskId))) return plan;
    const task = await taskOf(store, taskId);
    // Report the unfinished dependencies even if the task is blocked as well.
    throw NotReady({ taskId, readiness: await readinessIn(store.unchecked, { ...task, status: "open" }) });
  },
  undo: ({ store }, _plan, { taskId }) => undoStep(store, taskId),
  execute: (ctx, _plan, { taskId }) => takeStep(ctx, "start", taskId, { startedBy: ctx.caller.principal }),
});

import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { stepOf, takeStep } from "../lifecycle.ts";
import { TaskId } from "../schemas.ts";

export const reopen = defineCommand(group, {
  id: "tasks.reopen",
  summary: "Reopen a done or failed task",
  description: "Tasks that depend on it wait again, except those that are already active.",
  input: T.Object({ taskId: TaskId }),
  ...stepOf("reopen"),
  examples: [{ title: "Reopen a task", input: { taskId: "task_0123456789abcdef01234567" } }],
  execute: (ctx, _plan, { taskId }) => takeStep(ctx, "reopen", taskId),
});

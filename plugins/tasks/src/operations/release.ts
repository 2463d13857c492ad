import { defineCommand, T } from "@postern/core";
import { TaskArchived, TaskNotFound, WrongStatus } from "../errors.ts";
import { group } from "../group.ts";
import { planStep, takeStep } from "../lifecycle.ts";
import { Changed, TaskId } from "../schemas.ts";

export const release = defineCommand(group, {
  id: "tasks.release",
  summary: "Give a task back: one that is active or blocked is open again",
  description: "For whoever started it and does not go on, and for what blocked it and is gone.",
  input: T.Object({ taskId: TaskId }),
  output: Changed,
  errors: [TaskNotFound, TaskArchived, WrongStatus],
  examples: [{ title: "Somebody else may do it", input: { taskId: "task_0123456789abcdef01234567" } }],
  resource: ({ taskId }) => taskId,
  plan: ({ store }, { taskId }) => planStep(store, "release", taskId),
  execute: (ctx, _plan, { taskId }) => takeStep(ctx, "release", taskId),
});

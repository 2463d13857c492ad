import { defineCommand, T } from "@postern/core";
import { TaskArchived, TaskNotFound, WrongStatus } from "../errors.ts";
import { group } from "../group.ts";
import { planStep, takeStep } from "../lifecycle.ts";
import { Changed, TaskId } from "../schemas.ts";

export const reopen = defineCommand(group, {
  id: "tasks.reopen",
  summary: "Open a task again that is done or failed",
  description: "Who depends on it waits again, but what is being worked on goes on.",
  input: T.Object({ taskId: TaskId }),
  output: Changed,
  errors: [TaskNotFound, TaskArchived, WrongStatus],
  examples: [{ title: "Once more", input: { taskId: "task_0123456789abcdef01234567" } }],
  resource: ({ taskId }) => taskId,
  plan: ({ store }, { taskId }) => planStep(store, "reopen", taskId),
  execute: (ctx, _plan, { taskId }) => takeStep(ctx, "reopen", taskId),
});

import { defineCommand, T } from "@postern/core";
import { TaskArchived, TaskNotFound, WrongStatus } from "../errors.ts";
import { group } from "../group.ts";
import { planStep, takeStep } from "../lifecycle.ts";
import { Changed, Reason, TaskId } from "../schemas.ts";

export const fail = defineCommand(group, {
  id: "tasks.fail",
  summary: "Say that a task failed",
  description:
    "Who waits for it goes on waiting, with that as the reason, until it is reopened or the dependency removed.",
  input: T.Object({ taskId: TaskId, reason: T.Optional(Reason) }),
  output: Changed,
  errors: [TaskNotFound, TaskArchived, WrongStatus],
  examples: [
    {
      title: "With the reason",
      input: { taskId: "task_0123456789abcdef01234567", reason: "The tests do not pass on Windows" },
    },
  ],
  resource: ({ taskId }) => taskId,
  plan: ({ store }, { taskId }) => planStep(store, "fail", taskId),
  execute: (ctx, _plan, { taskId, reason }) => takeStep(ctx, "fail", taskId, { reason }),
});

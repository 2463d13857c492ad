import { defineCommand, T } from "@postern/core";
import { TaskArchived, TaskNotFound, WrongStatus } from "../errors.ts";
import { group } from "../group.ts";
import { planStep, takeStep } from "../lifecycle.ts";
import { Changed, Reason, TaskId } from "../schemas.ts";

export const block = defineCommand(group, {
  id: "tasks.block",
  summary: "Say that a task cannot go on",
  description:
    "It does not start by itself: tasks.start goes on with it, tasks.release gives it back. A blocked one takes another reason.",
  input: T.Object({ taskId: TaskId, reason: T.Optional(Reason) }),
  output: Changed,
  errors: [TaskNotFound, TaskArchived, WrongStatus],
  examples: [
    {
      title: "With the reason",
      input: { taskId: "task_0123456789abcdef01234567", reason: "The certificate has expired" },
    },
  ],
  resource: ({ taskId }) => taskId,
  plan: ({ store }, { taskId }) => planStep(store, "block", taskId),
  execute: (ctx, _plan, { taskId, reason }) => takeStep(ctx, "block", taskId, { reason }),
});

import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { stepOf, takeStep } from "../lifecycle.ts";
import { Reason, TaskId } from "../schemas.ts";

export const fail = defineCommand(group, {
  id: "tasks.fail",
  summary: "Mark a task as failed",
  description: "Dependents keep waiting until the task is reopened and done, or the dependency is removed.",
  input: T.Object({ taskId: TaskId, reason: T.Optional(Reason) }),
  ...stepOf("fail"),
  examples: [
    {
      title: "Fail with a reason",
      input: { taskId: "task_0123456789abcdef01234567", reason: "The tests do not pass on Windows" },
    },
  ],
  execute: (ctx, _plan, { taskId, reason }) => takeStep(ctx, "fail", taskId, { reason }),
});

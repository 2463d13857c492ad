import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { stepOf, takeStep } from "../lifecycle.ts";
import { Reason, TaskId } from "../schemas.ts";

export const fail = defineCommand(group, {
  id: "tasks.fail",
  summary: "Say that a task failed",
  description:
    "Who waits for it goes on waiting, with that as the reason, until it is reopened or the dependency removed.",
  input: T.Object({ taskId: TaskId, reason: T.Optional(Reason) }),
  ...stepOf("fail"),
  examples: [
    {
      title: "With the reason",
      input: { taskId: "task_0123456789abcdef01234567", reason: "The tests do not pass on Windows" },
    },
  ],
  execute: (ctx, _plan, { taskId, reason }) => takeStep(ctx, "fail", taskId, { reason }),
});

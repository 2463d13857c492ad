import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { stepOf, takeStep } from "../lifecycle.ts";
import { Reason, TaskId } from "../schemas.ts";

export const block = defineCommand(group, {
  id: "tasks.block",
  summary: "Say that a task cannot go on",
  description:
    "It does not start by itself: tasks.start goes on with it, tasks.release gives it back. A blocked one takes another reason.",
  input: T.Object({ taskId: TaskId, reason: T.Optional(Reason) }),
  ...stepOf("block"),
  examples: [
    {
      title: "With the reason",
      input: { taskId: "task_0123456789abcdef01234567", reason: "The certificate has expired" },
    },
  ],
  execute: (ctx, _plan, { taskId, reason }) => takeStep(ctx, "block", taskId, { reason }),
});

import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { stepOf, takeStep } from "../lifecycle.ts";
import { Reason, TaskId } from "../schemas.ts";

export const block = defineCommand(group, {
  id: "tasks.block",
  summary: "Mark a task as blocked",
  description:
    "Continue with tasks.start, or return it to open with tasks.release. Calling it again for a blocked task " +
    "replaces the reason.",
  input: T.Object({ taskId: TaskId, reason: T.Optional(Reason) }),
  ...stepOf("block"),
  examples: [
    {
      title: "Block with a reason",
      input: { taskId: "task_0123456789abcdef01234567", reason: "The certificate has expired" },
    },
  ],
  execute: (ctx, _plan, { taskId, reason }) => takeStep(ctx, "block", taskId, { reason }),
});

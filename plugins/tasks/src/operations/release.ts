import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { stepOf, takeStep } from "../lifecycle.ts";
import { TaskId } from "../schemas.ts";

export const release = defineCommand(group, {
  id: "tasks.release",
  summary: "Give a task back: one that is active or blocked is open again",
  description: "For whoever started it and does not go on, and for what blocked it and is gone.",
  input: T.Object({ taskId: TaskId }),
  ...stepOf("release"),
  examples: [{ title: "Somebody else may do it", input: { taskId: "task_0123456789abcdef01234567" } }],
  execute: (ctx, _plan, { taskId }) => takeStep(ctx, "release", taskId),
});

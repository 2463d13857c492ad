import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { stepOf, takeStep } from "../lifecycle.ts";
import { TaskId } from "../schemas.ts";

export const release = defineCommand(group, {
  id: "tasks.release",
  summary: "Release an active or blocked task, so that it is open again",
  description: "Use it if work on the task stops, or if the blocker is gone and anyone may start it.",
  input: T.Object({ taskId: TaskId }),
  ...stepOf("release"),
  examples: [{ title: "Release a task", input: { taskId: "task_0123456789abcdef01234567" } }],
  execute: (ctx, _plan, { taskId }) => takeStep(ctx, "release", taskId),
});

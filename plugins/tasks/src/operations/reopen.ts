import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { stepOf, takeStep } from "../lifecycle.ts";
import { TaskId } from "../schemas.ts";

export const reopen = defineCommand(group, {
  id: "tasks.reopen",
  summary: "Open a task again that is done or failed",
  description: "Who depends on it waits again, but what is being worked on goes on.",
  input: T.Object({ taskId: TaskId }),
  ...stepOf("reopen"),
  examples: [{ title: "Once more", input: { taskId: "task_0123456789abcdef01234567" } }],
  execute: (ctx, _plan, { taskId }) => takeStep(ctx, "reopen", taskId),
});

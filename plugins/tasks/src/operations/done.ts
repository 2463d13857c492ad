import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { stepOf, takeStep } from "../lifecycle.ts";
import { Summary, TaskId } from "../schemas.ts";

export const done = defineCommand(group, {
  id: "tasks.done",
  summary: "Mark a task as done",
  description:
    "Dependents no longer wait for it. A tasks.task.ready event is emitted for each task that can start now.",
  input: T.Object({ taskId: TaskId, summary: T.Optional(Summary) }),
  ...stepOf("done"),
  examples: [
    {
      title: "With a summary of the result",
      input: { taskId: "task_0123456789abcdef01234567", summary: "Published as 1.4.2" },
    },
  ],
  execute: (ctx, _plan, { taskId, summary }) => takeStep(ctx, "done", taskId, { summary }),
});

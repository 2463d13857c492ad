import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { stepOf, takeStep } from "../lifecycle.ts";
import { Summary, TaskId } from "../schemas.ts";

export const done = defineCommand(group, {
  id: "tasks.done",
  summary: "Say that a task is done",
  description: "Who waits for it waits no more; tasks.task.ready tells of each that can start now.",
  input: T.Object({ taskId: TaskId, summary: T.Optional(Summary) }),
  ...stepOf("done"),
  examples: [
    {
      title: "With what came of it",
      input: { taskId: "task_0123456789abcdef01234567", summary: "Published as 1.4.2" },
    },
  ],
  execute: (ctx, _plan, { taskId, summary }) => takeStep(ctx, "done", taskId, { summary }),
});

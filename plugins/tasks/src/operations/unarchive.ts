import { defineCommand, T } from "@postern/core";
import { TaskNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { shelveTask } from "../lifecycle.ts";
import { Changed, TaskId } from "../schemas.ts";
import { taskOf } from "../task.ts";

export const unarchive = defineCommand(group, {
  id: "tasks.unarchive",
  summary: "Take a task back from the archive, as it was",
  description: "The task keeps its status, comments and dependencies.",
  input: T.Object({ taskId: TaskId }),
  output: T.Object({ ...Changed.properties, changed: T.Boolean({ description: "Whether anything was changed" }) }),
  errors: [TaskNotFound],
  examples: [{ title: "One task", input: { taskId: "task_0123456789abcdef01234567" } }],
  resource: ({ taskId }) => taskId,
  async plan({ store }, { taskId }) {
    const { archivedAt, status } = await taskOf(store, taskId);
    if (archivedAt === undefined) return { summary: `${taskId} is not archived`, changed: false };
    return { summary: `Take ${taskId}, which is ${status}, back from the archive`, changed: true };
  },
  execute: (ctx, _plan, { taskId }) => shelveTask(ctx, taskId, false),
});

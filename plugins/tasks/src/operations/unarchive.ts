import { defineCommand, T } from "@postern/core";
import { TaskNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { setArchived } from "../lifecycle.ts";
import { Changed, TaskId } from "../schemas.ts";
import { taskOf } from "../task.ts";

export const unarchive = defineCommand(group, {
  id: "tasks.unarchive",
  summary: "Restore an archived task",
  description: "The task keeps its status, comments and dependencies.",
  input: T.Object({ taskId: TaskId }),
  output: T.Object({ ...Changed.properties, changed: T.Boolean({ description: "Whether anything changed" }) }),
  errors: [TaskNotFound],
  examples: [{ title: "Restore a task", input: { taskId: "task_0123456789abcdef01234567" } }],
  resource: ({ taskId }) => taskId,
  async plan({ store }, { taskId }) {
    const { archivedAt, status } = await taskOf(store, taskId);
    if (archivedAt === undefined) return { summary: `${taskId} is not archived`, changed: false };
    return { summary: `Restore ${taskId} (${status}) from the archive`, changed: true };
  },
  undo: (_ctx, { changed }, { taskId }) => (changed ? { operation: "tasks.archive", input: { taskId } } : undefined),
  execute: (ctx, _plan, { taskId }) => setArchived(ctx, taskId, false),
});

import { defineCommand, T } from "@postern/core";
import { childCount, dependentCount } from "../collections.ts";
import { TaskNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { setArchived } from "../lifecycle.ts";
import { Changed, TaskId } from "../schemas.ts";
import { taskOf } from "../task.ts";

export const archive = defineCommand(group, {
  id: "tasks.archive",
  summary: "Archive a task",
  description:
    "Archived tasks are hidden from lists and cannot be changed. Subtasks are not archived. Tasks that depend on it " +
    "keep waiting unless it is done.",
  input: T.Object({ taskId: TaskId }),
  output: T.Object({ ...Changed.properties, changed: T.Boolean({ description: "Whether anything changed" }) }),
  errors: [TaskNotFound],
  examples: [{ title: "Archive a task", input: { taskId: "task_0123456789abcdef01234567" } }],
  resource: ({ taskId }) => taskId,
  async plan({ store }, { taskId }) {
    const { archivedAt, status } = await taskOf(store, taskId);
    if (archivedAt !== undefined) return { summary: `${taskId} is already archived`, changed: false };
    // Unchecked reads: these numbers are only reported, so concurrent changes must not cause a retry.
    const { unchecked } = store;
    const counts = [];
    for (const status of ["open", "active", "blocked"]) counts.push(await unchecked.sum(childCount, taskId, status));
    const openSubtasks = counts.reduce((sum, count) => sum + count, 0);
    const waiting = status === "done" ? 0 : await unchecked.sum(dependentCount, taskId);
    const summary = `Archive ${taskId} (${status}); unfinished subtasks: ${openSubtasks}, tasks waiting for it: ${waiting}`;
    return { summary, changed: true };
  },
  undo: (_ctx, { changed }, { taskId }) => (changed ? { operation: "tasks.unarchive", input: { taskId } } : undefined),
  execute: (ctx, _plan, { taskId }) => setArchived(ctx, taskId, true),
});

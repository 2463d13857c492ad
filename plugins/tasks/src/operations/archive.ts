import { defineCommand, T } from "@postern/core";
import { childCount, dependentCount } from "../collections.ts";
import { TaskNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { shelveTask } from "../lifecycle.ts";
import { Changed, TaskId } from "../schemas.ts";
import { taskOf } from "../task.ts";

export const archive = defineCommand(group, {
  id: "tasks.archive",
  summary: "Archive a task: it is left out of lists, and nobody works on it",
  description:
    "Its parts stay as they are. Who waits for it, unless it is done, goes on waiting, with that as the reason.",
  input: T.Object({ taskId: TaskId }),
  output: T.Object({ ...Changed.properties, changed: T.Boolean({ description: "Whether anything was changed" }) }),
  errors: [TaskNotFound],
  examples: [{ title: "One task", input: { taskId: "task_0123456789abcdef01234567" } }],
  resource: ({ taskId }) => taskId,
  async plan({ store }, { taskId }) {
    const { archivedAt, status } = await taskOf(store, taskId);
    if (archivedAt !== undefined) return { summary: `${taskId} is archived already`, changed: false };
    // Told, and not decided by: what comes in meanwhile changes nothing.
    const { unchecked } = store;
    const parts = [];
    for (const status of ["open", "active", "blocked"]) parts.push(await unchecked.sum(childCount, taskId, status));
    const openParts = parts.reduce((sum, count) => sum + count, 0);
    const waiting = status === "done" ? 0 : await unchecked.sum(dependentCount, taskId);
    const summary = `Archive ${taskId}, which is ${status}; parts that go on: ${openParts}, tasks that wait for it: ${waiting}`;
    return { summary, changed: true };
  },
  execute: (ctx, _plan, { taskId }) => shelveTask(ctx, taskId, true),
});

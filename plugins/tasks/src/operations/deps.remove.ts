import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { dependencies } from "../collections.ts";
import { remove } from "../dependency.ts";
import { TaskNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Changed, DependencyTaskId, TaskId } from "../schemas.ts";
import { showTask, taskOf } from "../task.ts";

export const depsRemove = defineCommand(group, {
  id: "tasks.deps.remove",
  summary: "Let a task not wait for another one any more",
  description: "The task becomes ready when no other dependency is open.",
  input: T.Object({ dependencyTaskId: DependencyTaskId, taskId: described(TaskId, "The task that waits") }),
  output: T.Object({ ...Changed.properties, changed: T.Boolean({ description: "Whether anything was changed" }) }),
  errors: [TaskNotFound],
  examples: [
    {
      title: "It can do without",
      input: { taskId: "task_0123456789abcdef01234567", dependencyTaskId: "task_0123456789abcdef01234566" },
    },
  ],
  resource: ({ taskId, dependencyTaskId }) => [taskId, dependencyTaskId],
  async plan({ store }, { taskId, dependencyTaskId }) {
    await taskOf(store, taskId);
    await taskOf(store, dependencyTaskId);
    const changed = (await store.get(dependencies, taskId, dependencyTaskId)) !== undefined;
    return { summary: `${taskId} ${changed ? "need not" : "does not"} wait for ${dependencyTaskId}`, changed };
  },
  async execute(ctx, { changed }, { taskId, dependencyTaskId }) {
    const { store } = ctx;
    const dependency = await store.get(dependencies, taskId, dependencyTaskId);
    if (dependency) await remove(ctx, dependency);
    return { changed, task: await showTask(store.unchecked, await taskOf(store, taskId)) };
  },
});

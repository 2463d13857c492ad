import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { dependencies } from "../collections.ts";
import { remove } from "../dependency.ts";
import { TaskNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Changed, DependencyTaskId, TaskId } from "../schemas.ts";
import { showTask, taskOf } from "../task.ts";

export const depsRemove = defineCommand(group, {
  id: "tasks.deps.remove",
  summary: "Remove a dependency",
  description: "The task becomes ready if no other dependency is unfinished.",
  input: T.Object({ taskId: described(TaskId, "Id of the dependent task"), dependencyTaskId: DependencyTaskId }),
  output: T.Object({ ...Changed.properties, changed: T.Boolean({ description: "Whether anything changed" }) }),
  errors: [TaskNotFound],
  examples: [
    {
      title: "Remove a dependency",
      input: { taskId: "task_0123456789abcdef01234567", dependencyTaskId: "task_0123456789abcdef01234566" },
    },
  ],
  resource: ({ taskId, dependencyTaskId }) => [taskId, dependencyTaskId],
  async plan({ store }, { taskId, dependencyTaskId }) {
    await taskOf(store, taskId);
    await taskOf(store, dependencyTaskId);
    const changed = (await store.get(dependencies, taskId, dependencyTaskId)) !== undefined;
    const summary = changed
      ? `Remove the dependency of ${taskId} on ${dependencyTaskId}`
      : `${taskId} does not depend on ${dependencyTaskId}`;
    return { summary, changed };
  },
  undo: (_ctx, { changed }, edge) => (changed ? { operation: "tasks.deps.add", input: { ...edge } } : undefined),
  async execute(ctx, { changed }, { taskId, dependencyTaskId }) {
    const { store } = ctx;
    const dependency = await store.get(dependencies, taskId, dependencyTaskId);
    if (dependency) await remove(ctx, dependency);
    return { changed, task: await showTask(store.unchecked, await taskOf(store, taskId)) };
  },
});

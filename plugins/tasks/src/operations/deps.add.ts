import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { add, planDependency } from "../dependency.ts";
import { DependencyCycle, TaskArchived, TaskNotFound, TooManyDependencies } from "../errors.ts";
import { group } from "../group.ts";
import { Changed, Dependency, DependencyTaskId, TaskId } from "../schemas.ts";
import { showTask, taskOf } from "../task.ts";

export const depsAdd = defineCommand(group, {
  id: "tasks.deps.add",
  summary: "Add a dependency: a task that must be done first",
  description: "Dependencies that would create a cycle are rejected. A task that is already active stays active.",
  refusesExecute: true,
  input: T.Object({ taskId: described(TaskId, "Id of the dependent task"), dependencyTaskId: DependencyTaskId }),
  output: T.Object({
    ...Changed.properties,
    dependency: described(Dependency, "The dependency"),
    changed: T.Boolean({ description: "Whether anything changed" }),
  }),
  errors: [TaskNotFound, TaskArchived, DependencyCycle, TooManyDependencies],
  examples: [
    {
      title: "Add a dependency",
      input: { taskId: "task_0123456789abcdef01234567", dependencyTaskId: "task_0123456789abcdef01234566" },
    },
  ],
  resource: ({ taskId, dependencyTaskId }) => [taskId, dependencyTaskId],
  async plan({ store }, { taskId, dependencyTaskId }) {
    const { existing } = await planDependency(store, { taskId, dependencyTaskId });
    if (existing) return { summary: `${taskId} already depends on ${dependencyTaskId}`, changed: false };
    return { summary: `Make ${taskId} depend on ${dependencyTaskId}`, changed: true };
  },
  undo: (_ctx, { changed }, edge) => (changed ? { operation: "tasks.deps.remove", input: { ...edge } } : undefined),
  async execute(ctx, { changed }, { taskId, dependencyTaskId }) {
    const edge = { taskId, dependencyTaskId };
    const { existing, moves } = await planDependency(ctx.store, edge);
    const dependency = existing ?? (await add(ctx, edge, moves));
    return { changed, dependency, task: await showTask(ctx.store.unchecked, await taskOf(ctx.store, taskId)) };
  },
});

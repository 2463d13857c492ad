import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { add, look } from "../dependency.ts";
import { DependencyCycle, TaskArchived, TaskNotFound, TooManyDependencies } from "../errors.ts";
import { group } from "../group.ts";
import { Changed, Dependency, DependencyTaskId, TaskId } from "../schemas.ts";
import { showTask, taskOf } from "../task.ts";

export const depsAdd = defineCommand(group, {
  id: "tasks.deps.add",
  summary: "Make a task wait for another one, which has to be done first",
  description: "Never in a circle, whoever adds what at the same time. One that is active goes on nevertheless.",
  input: T.Object({ dependencyTaskId: DependencyTaskId, taskId: described(TaskId, "The task that waits") }),
  output: T.Object({
    ...Changed.properties,
    dependency: described(Dependency, "The dependency"),
    changed: T.Boolean({ description: "Whether anything was changed" }),
  }),
  errors: [TaskNotFound, TaskArchived, DependencyCycle, TooManyDependencies],
  examples: [
    {
      title: "First this, then that",
      input: { taskId: "task_0123456789abcdef01234567", dependencyTaskId: "task_0123456789abcdef01234566" },
    },
  ],
  resource: ({ taskId, dependencyTaskId }) => [taskId, dependencyTaskId],
  async plan({ store }, { taskId, dependencyTaskId }) {
    const { there } = await look(store, { taskId, dependencyTaskId });
    if (there) return { summary: `${taskId} waits for ${dependencyTaskId} already`, changed: false };
    return { summary: `${taskId} waits for ${dependencyTaskId}`, changed: true };
  },
  async execute(ctx, { changed }, { taskId, dependencyTaskId }) {
    const edge = { taskId, dependencyTaskId };
    const { there, moves } = await look(ctx.store, edge);
    const dependency = there ?? (await add(ctx, edge, moves));
    return { changed, dependency, task: await showTask(ctx.store.unchecked, await taskOf(ctx.store, taskId)) };
  },
});

import { defineQuery, T } from "@postern/core";
import { childCount, dependencyCount, dependentCount } from "../collections.ts";
import { TaskNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Task, TaskId } from "../schemas.ts";
import { showTask, taskOf } from "../task.ts";

export const Children = T.Object(
  {
    open: T.Integer({ description: "Number of open subtasks" }),
    active: T.Integer({ description: "Number of active subtasks" }),
    blocked: T.Integer({ description: "Number of blocked subtasks" }),
    done: T.Integer({ description: "Number of done subtasks" }),
    failed: T.Integer({ description: "Number of failed subtasks" }),
  },
  { description: "Number of subtasks by status, without archived ones" },
);

export const show = defineQuery(group, {
  id: "tasks.show",
  summary: "Show a task and its readiness",
  description:
    "`readiness` says whether the task can start and which tasks it waits for. `children` counts its subtasks by " +
    "status.",
  input: T.Object({ taskId: TaskId }),
  output: T.Object({
    task: T.Object(
      {
        ...Task.properties,
        dependencyCount: T.Integer({ description: "Number of dependencies, including done ones" }),
        dependentCount: T.Integer({ description: "Number of tasks that depend on it" }),
        children: Children,
      },
      { description: "The task" },
    ),
  }),
  errors: [TaskNotFound],
  examples: [{ title: "Show a task", input: { taskId: "task_0123456789abcdef01234567" } }],
  resource: ({ taskId }) => taskId,
  async run({ store }, { taskId }) {
    const task = await taskOf(store, taskId);
    const children = (status: string) => store.sum(childCount, taskId, status);
    return {
      task: {
        ...(await showTask(store, task)),
        dependencyCount: await store.sum(dependencyCount, taskId),
        dependentCount: await store.sum(dependentCount, taskId),
        children: {
          open: await children("open"),
          active: await children("active"),
          blocked: await children("blocked"),
          done: await children("done"),
          failed: await children("failed"),
        },
      },
    };
  },
});

import { defineQuery, T } from "@postern/core";
import { childCount, dependencyCount, dependentCount } from "../collections.ts";
import { TaskNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Task, TaskId } from "../schemas.ts";
import { showTask, taskOf } from "../task.ts";

export const Children = T.Object(
  {
    open: T.Integer({ description: "How many are open" }),
    active: T.Integer({ description: "How many are active" }),
    blocked: T.Integer({ description: "How many are blocked" }),
    done: T.Integer({ description: "How many are done" }),
    failed: T.Integer({ description: "How many failed" }),
  },
  { description: "How many of its parts stand where, without the archived ones" },
);

export const show = defineQuery(group, {
  id: "tasks.show",
  summary: "Show a task: whether it can start, and if not, why not",
  description:
    "`readiness` says whether the task can start and which tasks it waits for; `children` counts its parts by status.",
  input: T.Object({ taskId: TaskId }),
  output: T.Object({
    task: T.Object(
      {
        ...Task.properties,
        dependencyCount: T.Integer({ description: "How many tasks it depends on, done or not" }),
        dependentCount: T.Integer({ description: "How many tasks depend on it" }),
        children: Children,
      },
      { description: "The task" },
    ),
  }),
  errors: [TaskNotFound],
  examples: [{ title: "One task", input: { taskId: "task_0123456789abcdef01234567" } }],
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

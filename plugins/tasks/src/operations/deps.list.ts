import { defineQuery, oneOf, T, withDefault } from "@postern/core";
import { listOf, reached, within } from "@postern/core/paging";
import { dependencies, dependencyCount, dependentCount, dependents } from "../collections.ts";
import { TaskNotFound } from "../errors.ts";
import { nodeOf } from "../graph/node.ts";
import { group } from "../group.ts";
import { oneByOne } from "../one-by-one.ts";
import { Dependency, Node, TaskId } from "../schemas.ts";
import { taskOf } from "../task.ts";

const Dependencies = listOf(
  "dependencies",
  T.Object({
    task: { ...Node, description: "The other task: the one waited for, or with direction down the one that waits" },
    satisfied: T.Boolean({ description: "Whether the task that is waited for is done" }),
    ...Dependency.properties,
  }),
);

export const depsList = defineQuery(group, {
  id: "tasks.deps.list",
  summary: "List what a task waits for, or what waits for it",
  description: "The next step in one direction; tasks.deps.graph has all steps in both.",
  input: T.Object({
    taskId: TaskId,
    direction: withDefault(
      { ...oneOf("up", "down"), description: "up: the tasks that it depends on; down: those that depend on it" },
      "up",
    ),
    ...Dependencies.fields,
  }),
  output: Dependencies.output,
  errors: [TaskNotFound],
  examples: [
    { title: "What has to be done first", input: { taskId: "task_0123456789abcdef01234567" } },
    { title: "Who waits for it", input: { taskId: "task_0123456789abcdef01234567", direction: "down", limit: "10" } },
  ],
  resource: ({ taskId }) => taskId,
  narrowed: true,
  async run({ store, caller }, { taskId, direction, ...page }) {
    const own = await taskOf(store, taskId);
    // A query reads one moment and commits nothing, so a unchecked is exact, and skips an offset unread.
    const { unchecked } = store;
    const isUp = direction === "up";
    const counted = () => unchecked.sum(isUp ? dependencyCount : dependentCount, taskId);
    const source = within(unchecked, isUp ? dependencies : dependents, { prefix: [taskId] }, counted);
    const mine = reached(source, caller, "tasks.deps.list", (found) => (isUp ? found.dependencyTaskId : found.taskId));
    const show = async (found: Dependency) => {
      const task = await taskOf(unchecked, isUp ? found.dependencyTaskId : found.taskId);
      return { task: await nodeOf(unchecked, task), satisfied: (isUp ? task : own).status === "done", ...found };
    };
    const shown = oneByOne(mine, show, ({ task }) => task.readiness);
    return Dependencies.answer(page, shown, (dependency) => dependency);
  },
});

import { defineQuery, oneOf, T } from "@postern/core";
import { withDefault } from "@postern/kit/fields";
import { limitToGrants, listOf, within } from "@postern/kit/paging";
import { dependencies, dependencyCount, dependentCount, dependents } from "../collections.ts";
import { TaskNotFound } from "../errors.ts";
import { nodeOf } from "../graph/node.ts";
import { group } from "../group.ts";
import { mapPaced } from "../map-paced.ts";
import { Dependency, Node, TaskId } from "../schemas.ts";
import { taskOf } from "../task.ts";

const Dependencies = listOf(
  "dependencies",
  T.Object({
    task: { ...Node, description: "The task at the other end: the dependency, or the dependent if direction is down" },
    satisfied: T.Boolean({ description: "Whether the dependency is done" }),
    ...Dependency.properties,
  }),
  { task: "text", satisfied: "plain", dependencyTaskId: "id", taskId: ["id", 1], createdAt: ["ago", 2] },
);

export const depsList = defineQuery(group, {
  id: "tasks.deps.list",
  summary: "List the dependencies or dependents of a task",
  description: "Direct dependencies only. tasks.deps.graph returns indirect ones in both directions.",
  input: T.Object({
    taskId: TaskId,
    direction: withDefault(
      { ...oneOf("up", "down"), description: "up for the tasks it depends on, down for the tasks that depend on it" },
      "up",
    ),
    ...Dependencies.fields,
  }),
  output: Dependencies.output,
  errors: [TaskNotFound],
  examples: [
    { title: "The dependencies of a task", input: { taskId: "task_0123456789abcdef01234567" } },
    {
      title: "Tasks that depend on it",
      input: { taskId: "task_0123456789abcdef01234567", direction: "down", limit: "10" },
    },
  ],
  resource: ({ taskId }) => taskId,
  narrowed: true,
  async run({ store, caller }, { taskId, direction, ...page }) {
    const own = await taskOf(store, taskId);
    // A query reads one snapshot and commits nothing, so unchecked reads are exact and cheaper.
    const { unchecked } = store;
    const isUp = direction === "up";
    const counted = () => unchecked.sum(isUp ? dependencyCount : dependentCount, taskId);
    const source = within(unchecked, isUp ? dependencies : dependents, { prefix: [taskId] }, counted);
    const visible = limitToGrants(source, caller, "tasks.deps.list", (found) =>
      isUp ? found.dependencyTaskId : found.taskId,
    );
    const show = async (found: Dependency) => {
      const task = await taskOf(unchecked, isUp ? found.dependencyTaskId : found.taskId);
      return { task: await nodeOf(unchecked, task), satisfied: (isUp ? task : own).status === "done", ...found };
    };
    const shown = mapPaced(visible, show, ({ task }) => task.readiness);
    return Dependencies.answer(page, shown, (dependency) => dependency);
  },
});

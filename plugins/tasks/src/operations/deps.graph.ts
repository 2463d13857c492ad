import { defineQuery, isReached, numeric, oneOf, T, withDefault } from "@postern/core";
import { described } from "@postern/core/fields";
import { TaskNotFound } from "../errors.ts";
import { dot, mermaid } from "../graph/drawing.ts";
import { around, pending } from "../graph/reach.ts";
import { group } from "../group.ts";
import { Edge, Node, TaskId } from "../schemas.ts";
import { taskOf } from "../task.ts";

export const depsGraph = defineQuery(group, {
  id: "tasks.deps.graph",
  summary: "Show how tasks wait for each other, as data or as a drawing",
  description:
    "All that a task waits for and all that waits for it, over any number of steps; without a task, everything unfinished that waits, with what it waits for. The tasks stand in an order in which they could be done.",
  input: T.Object({
    taskId: T.Optional(TaskId),
    format: withDefault(described(oneOf("json", "mermaid", "dot"), "The format"), "json"),
    limit: withDefault(numeric({ minimum: 1, maximum: 2_000, description: "Tasks at most" }), "500"),
  }),
  output: T.Object({
    format: described(oneOf("json", "mermaid", "dot"), "The format"),
    nodes: T.Optional(T.Array(Node, { description: "The tasks" })),
    edges: T.Optional(T.Array(Edge, { description: "taskId waits for dependencyTaskId" })),
    text: T.Optional(T.String({ description: "The drawing" })),
    truncated: T.Boolean({ description: "Whether there is more than the limit" }),
  }),
  errors: [TaskNotFound],
  examples: [
    { title: "All that waits", input: {} },
    {
      title: "Around a task, for a page of Markdown",
      input: { taskId: "task_0123456789abcdef01234567", format: "mermaid" },
    },
  ],
  resource: ({ taskId }) => taskId,
  narrowed: true,
  async run({ store, caller }, { taskId, format, limit }) {
    // A query reads one moment and commits nothing, so a unchecked is exact.
    const { unchecked } = store;
    if (taskId !== undefined) await taskOf(unchecked, taskId);
    const isSeen = (id: string) => isReached(caller, "tasks:read", id, "tasks.deps.graph");
    const { nodes, edges, truncated } = await (taskId === undefined
      ? pending(unchecked, limit, isSeen)
      : around(unchecked, taskId, limit, isSeen));
    if (format === "json") return { format, nodes: [...nodes], edges: [...edges], truncated };
    return { format, text: (format === "dot" ? dot : mermaid)(nodes, edges), truncated };
  },
});

import { defineQuery, oneOf, T } from "@postern/core";
import { isGranted } from "@postern/kit/access";
import { described, numeric, withDefault } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { TaskNotFound } from "../errors.ts";
import { dot, mermaid } from "../graph/drawing.ts";
import { subgraphAround, waitingSubgraph } from "../graph/subgraph.ts";
import { group } from "../group.ts";
import { Edge, Node, TaskId } from "../schemas.ts";
import { taskOf } from "../task.ts";

export const depsGraph = defineQuery(group, {
  id: "tasks.deps.graph",
  summary: "Show the dependency graph as JSON, Mermaid or Graphviz",
  description:
    "With taskId, all direct and indirect dependencies and dependents of that task. Without it, all waiting tasks " +
    "and their dependencies. Tasks are in topological order.",
  input: T.Object({
    taskId: T.Optional(TaskId),
    format: withDefault(described(oneOf("json", "mermaid", "dot"), "Output format"), "json"),
    limit: withDefault(
      numeric({ minimum: 1, maximum: 2_000, description: "Maximum number of tasks to return" }),
      "500",
    ),
  }),
  output: T.Object({
    format: described(oneOf("json", "mermaid", "dot"), "Output format"),
    nodes: T.Optional(
      withColumns(T.Array(Node, { description: "The tasks" }), {
        id: "id",
        title: "text",
        status: "status",
        priority: ["plain", 1],
        readiness: ["text", 2],
      }),
    ),
    edges: T.Optional(
      withColumns(T.Array(Edge, { description: "The dependencies: taskId depends on dependencyTaskId" }), {
        taskId: "id",
        dependencyTaskId: "id",
      }),
    ),
    text: T.Optional(T.String({ description: "The graph as text in the requested format" })),
    truncated: T.Boolean({ description: "Whether the limit cut off the graph" }),
  }),
  errors: [TaskNotFound],
  examples: [
    { title: "All waiting tasks", input: {} },
    {
      title: "The graph around a task, for a Markdown page",
      input: { taskId: "task_0123456789abcdef01234567", format: "mermaid" },
    },
  ],
  resource: ({ taskId }) => taskId,
  narrowed: true,
  async run({ store, caller }, { taskId, format, limit }) {
    // A query reads one snapshot and commits nothing, so unchecked reads are exact.
    const { unchecked } = store;
    if (taskId !== undefined) await taskOf(unchecked, taskId);
    const isVisible = (id: string) => isGranted(caller, "tasks:read", id, "tasks.deps.graph");
    const { nodes, edges, truncated } = await (taskId === undefined
      ? waitingSubgraph(unchecked, limit, isVisible)
      : subgraphAround(unchecked, taskId, limit, isVisible));
    if (format === "json") return { format, nodes: [...nodes], edges: [...edges], truncated };
    return { format, text: (format === "dot" ? dot : mermaid)(nodes, edges), truncated };
  },
});

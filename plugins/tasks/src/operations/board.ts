import { defineQuery, T } from "@postern/core";
import { described, numeric, withDefault } from "@postern/kit/fields";
import { withView } from "@postern/kit/paging";
import { isFinal, STATUSES, tasksByStatus } from "../board.ts";
import { ProjectUnknown } from "../errors.ts";
import { group } from "../group.ts";
import { optionalProjectId } from "../project.ts";
import { Assignee, ParentId, Priority, ProfileId, ProjectId, Status, Tag, TaskItem } from "../schemas.ts";
import { asItems } from "../selection.ts";

export const Card = T.Object({
  ...TaskItem.properties,
  overdue: T.Boolean({ description: "Whether it was due and is neither done nor failed" }),
});

export const Column = T.Object({
  status: described(Status, "Status of the tasks"),
  total: T.Integer({ description: "Number of all tasks with this status, counted up to 10,000" }),
  totalCapped: T.Optional(T.Boolean({ description: "True if there are more tasks than `total`" })),
  tasks: T.Array(Card, { description: "The first tasks with this status" }),
});

export const board = defineQuery(group, {
  id: "tasks.board",
  summary: "Show tasks as a board, with a column for each status",
  description:
    "Each column has its first tasks and the number of all of them. Open, active and blocked tasks are ordered by " +
    "priority, then by due time, then oldest first; done and failed ones newest first. Archived tasks are omitted.",
  input: T.Object({
    projectId: T.Optional(described(ProjectId, "Only tasks of this project, by its id or slug")),
    assignee: T.Optional(Assignee),
    profile: T.Optional(ProfileId),
    priority: T.Optional(described(Priority, "Only tasks with this priority")),
    tag: T.Optional(Tag),
    parent: T.Optional(described(ParentId, "Only subtasks of this task")),
    limit: withDefault(
      numeric({ minimum: 1, maximum: 100, description: "Maximum number of tasks to return for each status" }),
      "10",
    ),
  }),
  narrowed: true,
  output: withView(
    T.Object({
      columns: T.Array(Column, { description: "A column for each status, in the order of the life of a task" }),
    }),
    {
      kind: "board",
      columns: "columns",
      name: "status",
      total: "total",
      cards: "tasks",
      title: "title",
      details: { id: "id", priority: "plain", dueAt: "time", assignee: "plain" },
      overdue: "overdue",
    },
  ),
  errors: [ProjectUnknown],
  examples: [
    { title: "The board of a project", input: { projectId: "web-site" } },
    { title: "Three tasks of an agent for each status", input: { assignee: "agent:main", limit: "3" } },
  ],
  async run(ctx, { projectId, limit, ...given }) {
    const { store, caller, now } = ctx;
    const project = await optionalProjectId(ctx, projectId);
    const filters = { ...given, ...(project !== undefined && { projectId: project }) };
    // A query reads one snapshot and commits nothing, so unchecked reads are exact and cheaper.
    const found = await tasksByStatus(store.unchecked, caller, filters, limit);
    const columns = found.map(async (portion, at) => {
      const { items } = await asItems(store.unchecked, () => portion)(0, limit);
      const { total, totalCapped } = portion;
      const isUnfinished = !isFinal(STATUSES[at] as Status);
      const tasks = items.map((task) => ({ ...task, overdue: isUnfinished && (task.dueAt ?? now) < now }));
      return { status: STATUSES[at] as Status, total, ...(totalCapped && { totalCapped }), tasks };
    });
    return { columns: await Promise.all(columns) };
  },
});

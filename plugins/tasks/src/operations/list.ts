import { defineQuery, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { limitToGrants, listOf, nameField } from "@postern/kit/paging";
import { dueLimit } from "../due.ts";
import { ProjectUnknown } from "../errors.ts";
import { group } from "../group.ts";
import { orderedTasks } from "../order.ts";
import { optionalProjectId } from "../project.ts";
import { Assignee, ParentId, Priority, ProfileId, ProjectId, Status, Tag, TaskItem } from "../schemas.ts";
import { asItems, matchingTasks, namedTasks, readyTasks } from "../selection.ts";

const Tasks = listOf("tasks", TaskItem, {
  id: "id",
  title: "text",
  status: "status",
  priority: ["plain", 1],
  assignee: ["plain", 2],
  dueAt: ["time", 2],
  projectId: ["id", 4],
  tags: ["text", 4],
  updatedAt: ["ago", 3],
  reason: ["text", 5],
});

export const list = defineQuery(group, {
  id: "tasks.list",
  summary: "List tasks, newest first",
  description:
    "Instructions are omitted; tasks.show returns them. With ready: true, tasks are sorted as in tasks.ready.",
  input: T.Object({
    name: nameField("title"),
    status: T.Optional(described(Status, "Only tasks with this status")),
    assignee: T.Optional(Assignee),
    ready: T.Optional(T.Boolean({ description: "true for tasks that can start now, false for tasks that cannot" })),
    tag: T.Optional(Tag),
    priority: T.Optional(described(Priority, "Only tasks with this priority")),
    profile: T.Optional(ProfileId),
    parent: T.Optional(described(ParentId, "Only subtasks of this task")),
    projectId: T.Optional(described(ProjectId, "Only tasks of this project, by its id or slug")),
    dueBefore: T.Optional(dueLimit("Only tasks due before this time")),
    dueAfter: T.Optional(dueLimit("Only tasks due at or after this time")),
    order: T.Optional(
      described(
        oneOf("newest", "due", "priority"),
        "newest: newest first (default); due: by due time, tasks without a due time last; priority: most urgent first, then oldest",
      ),
    ),
    archived: T.Optional(T.Boolean({ description: "Return archived tasks instead of the others" })),
    ...Tasks.fields,
  }),
  narrowed: true,
  output: Tasks.output,
  errors: [ProjectUnknown],
  examples: [
    { title: "Active tasks of an agent", input: { assignee: "agent:main", status: "active" } },
    { title: "The next due tasks of a project", input: { projectId: "web-site", order: "due" } },
    {
      title: "Open tasks that cannot start, with the reason",
      input: { ready: false, status: "open", fields: "id,title,readiness" },
    },
  ],
  async run(ctx, { name, ready, archived, limit, offset, fields, projectId, order, dueBefore, dueAfter, ...given }) {
    const { store, caller } = ctx;
    const project = await optionalProjectId(ctx, projectId);
    const filters = { ...given, ...(project !== undefined && { projectId: project }) };
    const page = { limit, offset, ...(fields !== undefined && { fields }) };
    // A query reads one snapshot and commits nothing, so unchecked reads are exact and cheaper.
    const { unchecked } = store;
    const isOrdered = (order ?? "newest") !== "newest" || dueBefore !== undefined || dueAfter !== undefined;
    const source =
      name !== undefined
        ? namedTasks(unchecked, name, { ...filters, archived, ready })
        : isOrdered
          ? orderedTasks(unchecked, { ...filters, archived: archived ?? false, ready }, { order, dueBefore, dueAfter })
          : ready && !archived
            ? readyTasks(unchecked, filters)
            : matchingTasks(unchecked, { ...filters, archived: archived ?? false, ready });
    return Tasks.answer(
      page,
      asItems(
        unchecked,
        limitToGrants(source, caller, "tasks.list", ({ id }) => id),
      ),
      (task) => task,
    );
  },
});

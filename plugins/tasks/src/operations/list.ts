import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { limitToGrants, listOf, nameField } from "@postern/core/paging";
import { group } from "../group.ts";
import { Assignee, ParentId, Priority, ProfileId, Status, Tag, TaskItem } from "../schemas.ts";
import { asItems, matchingTasks, namedTasks, readyTasks } from "../selection.ts";

const Tasks = listOf("tasks", TaskItem, {
  id: "id",
  title: "text",
  status: "status",
  priority: ["plain", 1],
  assignee: ["plain", 2],
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
    archived: T.Optional(T.Boolean({ description: "Return archived tasks instead of the others" })),
    ...Tasks.fields,
  }),
  narrowed: true,
  output: Tasks.output,
  examples: [
    { title: "Active tasks of an agent", input: { assignee: "agent:main", status: "active" } },
    {
      title: "Open tasks that cannot start, with the reason",
      input: { ready: false, status: "open", fields: "id,title,readiness" },
    },
  ],
  run({ store, caller }, { name, ready, archived, limit, offset, fields, ...filters }) {
    const page = { limit, offset, ...(fields !== undefined && { fields }) };
    // A query reads one snapshot and commits nothing, so unchecked reads are exact and cheaper.
    const { unchecked } = store;
    const source =
      name !== undefined
        ? namedTasks(unchecked, name, { ...filters, archived, ready })
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

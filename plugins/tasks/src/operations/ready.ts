import { defineQuery, T } from "@postern/core";
import { limitToGrants, listOf } from "@postern/kit/paging";
import { group } from "../group.ts";
import { Assignee, ParentId, ProfileId, Tag, TaskItem } from "../schemas.ts";
import { asItems, readyTasks } from "../selection.ts";

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

export const ready = defineQuery(group, {
  id: "tasks.ready",
  summary: "List tasks that can start now, highest priority first",
  description: "Open tasks whose dependencies are all done. Tasks of the same priority are sorted oldest first.",
  input: T.Object({
    assignee: T.Optional(Assignee),
    tag: T.Optional(Tag),
    profile: T.Optional(ProfileId),
    parent: T.Optional({ ...ParentId, description: "Only subtasks of this task" }),
    ...Tasks.fields,
  }),
  narrowed: true,
  output: Tasks.output,
  examples: [{ title: "The next task for an agent", input: { assignee: "agent:main", limit: "1" } }],
  run({ store, caller }, { limit, offset, fields, ...filters }) {
    const page = { limit, offset, ...(fields !== undefined && { fields }) };
    // A query reads one snapshot and commits nothing, so unchecked reads are exact and cheaper.
    const { unchecked } = store;
    return Tasks.answer(
      page,
      asItems(
        unchecked,
        limitToGrants(readyTasks(unchecked, filters), caller, "tasks.ready", ({ id }) => id),
      ),
      (task) => task,
    );
  },
});

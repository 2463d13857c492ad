import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { listOf, reached } from "@postern/core/paging";
import { group } from "../group.ts";
import { Assignee, ParentId, Priority, ProfileId, Status, Tag, TaskItem } from "../schemas.ts";
import { shown, startable, taken } from "../selection.ts";

const Tasks = listOf("tasks", TaskItem);

export const list = defineQuery(group, {
  id: "tasks.list",
  summary: "List tasks, newest first",
  description: "Without their instructions, which tasks.show has. With ready: true as tasks.ready has it, best first.",
  input: T.Object({
    status: T.Optional(described(Status, "Its status")),
    assignee: T.Optional(Assignee),
    ready: T.Optional(T.Boolean({ description: "Only those that can start now; false: only those that cannot" })),
    tag: T.Optional(Tag),
    priority: T.Optional(described(Priority, "How urgent it is")),
    profile: T.Optional(ProfileId),
    parent: T.Optional(described(ParentId, "Only parts of this task")),
    archived: T.Optional(T.Boolean({ description: "The archived tasks instead of the others" })),
    ...Tasks.fields,
  }),
  narrowed: true,
  output: Tasks.output,
  examples: [
    { title: "What an agent is at", input: { assignee: "agent:main", status: "active" } },
    { title: "What cannot start, and why", input: { ready: false, status: "open", fields: "id,title,readiness" } },
  ],
  run({ store, caller }, { ready, archived = false, limit, offset, fields, ...filters }) {
    const page = { limit, offset, ...(fields !== undefined && { fields }) };
    // A query reads one moment and commits nothing, so a unchecked is exact, and skips an offset unread.
    const { unchecked } = store;
    const source =
      ready && !archived ? startable(unchecked, filters) : taken(unchecked, { ...filters, archived, ready });
    return Tasks.answer(
      page,
      shown(
        unchecked,
        reached(source, caller, "tasks.list", ({ id }) => id),
      ),
      (task) => task,
    );
  },
});

import { defineQuery, T } from "@postern/core";
import { listOf, reached } from "@postern/core/paging";
import { group } from "../group.ts";
import { Assignee, ParentId, ProfileId, Tag, TaskItem } from "../schemas.ts";
import { shown, startable } from "../selection.ts";

const Tasks = listOf("tasks", TaskItem);

export const ready = defineQuery(group, {
  id: "tasks.ready",
  summary: "List the tasks that can start now, best first",
  description: "Open ones, of whose dependencies all are done: the most urgent first, then the oldest.",
  input: T.Object({
    assignee: T.Optional(Assignee),
    tag: T.Optional(Tag),
    profile: T.Optional(ProfileId),
    parent: T.Optional({ ...ParentId, description: "Only parts of this task" }),
    ...Tasks.fields,
  }),
  narrowed: true,
  output: Tasks.output,
  examples: [{ title: "What an agent should do next", input: { assignee: "agent:main", limit: "1" } }],
  run({ store, caller }, { limit, offset, fields, ...filters }) {
    const page = { limit, offset, ...(fields !== undefined && { fields }) };
    // A query reads one moment and commits nothing, so a unchecked is exact, and skips an offset unread.
    const { unchecked } = store;
    return Tasks.answer(
      page,
      shown(
        unchecked,
        reached(startable(unchecked, filters), caller, "tasks.ready", ({ id }) => id),
      ),
      (task) => task,
    );
  },
});

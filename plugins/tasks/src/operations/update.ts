import { defineCommand, omitUndefined, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { writeTask } from "../change.ts";
import type { TaskRecord } from "../collections.ts";
import { ParentCycle, RevisionMismatch, TaskArchived, TaskNotFound, TooDeep } from "../errors.ts";
import { taskUpdated } from "../events.ts";
import { group } from "../group.ts";
import { assertParent } from "../parents.ts";
import {
  Changed,
  ExpectedRevision,
  Instructions,
  NewAssignee,
  NewParent,
  NewProfile,
  Priority,
  TASK_BODY_LIMIT,
  Tags,
  TaskId,
  Title,
} from "../schemas.ts";
import { showTask, stateOf, unarchivedTaskOf, writeInstructions } from "../task.ts";

export const update = defineCommand(group, {
  id: "tasks.update",
  summary: "Update a task",
  description: "Omitted fields stay unchanged. An empty text or an empty array clears a field.",
  input: T.Object({
    taskId: TaskId,
    title: T.Optional(Title),
    instructions: T.Optional(Instructions),
    priority: T.Optional(described(Priority, "Priority")),
    profile: T.Optional(NewProfile),
    assignee: T.Optional(NewAssignee),
    parent: T.Optional(NewParent),
    tags: T.Optional(described(Tags, "Tags")),
    expectedRevision: T.Optional(ExpectedRevision),
  }),
  output: Changed,
  errors: [TaskNotFound, TaskArchived, RevisionMismatch, ParentCycle, TooDeep],
  examples: [
    { title: "Raise the priority", input: { taskId: "task_0123456789abcdef01234567", priority: "urgent" } },
    {
      title: "Remove the assignee and the parent",
      input: { taskId: "task_0123456789abcdef01234567", assignee: "", parent: "" },
    },
  ],
  bodyLimit: TASK_BODY_LIMIT,
  // Moving a task also needs access to the new parent.
  resource: ({ taskId, parent }) => (parent ? [taskId, parent] : taskId),
  async plan({ store }, { taskId, parent, expectedRevision }) {
    const { revision } = await unarchivedTaskOf(store, taskId);
    if (expectedRevision !== undefined && expectedRevision !== revision) {
      throw RevisionMismatch({ taskId, expected: expectedRevision, current: revision });
    }
    if (parent) await assertParent(store, parent, taskId);
    return { summary: `Update ${taskId}`, revision: revision + 1 };
  },
  async execute(ctx, { revision }, { taskId, title, instructions: text, priority, tags, ...rest }) {
    const { store, now, emit } = ctx;
    const before = await unarchivedTaskOf(store, taskId);
    const { profile = before.profile, assignee = before.assignee, parent = before.parent } = rest;
    const record: TaskRecord = omitUndefined({
      ...before,
      title: title ?? before.title,
      priority: priority ?? before.priority,
      profile: profile || undefined,
      assignee: assignee || undefined,
      parent: parent || undefined,
      tags: tags ?? before.tags,
      updatedAt: now,
      revision,
    });
    if (text !== undefined) await writeInstructions(store, taskId, text);
    emit(taskUpdated, { task: stateOf(record) });
    await writeTask(ctx, record, before);
    return { task: await showTask(store.unchecked, record) };
  },
});

import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { writeTask } from "../change.ts";
import type { TaskRecord } from "../collections.ts";
import { dueOf, newDueField } from "../due.ts";
import { ParentCycle, ProjectUnknown, RevisionMismatch, TaskArchived, TaskNotFound, TooDeep } from "../errors.ts";
import { taskUpdated } from "../events.ts";
import { group } from "../group.ts";
import { assertParent } from "../parents.ts";
import { assertProfileExists } from "../profiles/catalogs.ts";
import { CatalogRefused, ProfileUnknown } from "../profiles/errors.ts";
import { optionalProjectId } from "../project.ts";
import {
  AllowUnknown,
  Changed,
  ExpectedRevision,
  Instructions,
  NewAssignee,
  NewParent,
  NewProfile,
  NewProject,
  Priority,
  TASK_BODY_LIMIT,
  Tags,
  TaskId,
  Title,
} from "../schemas.ts";
import { instructionsOf, showTask, stateOf, taskOf, unarchivedTaskOf, writeInstructions } from "../task.ts";

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
    projectId: T.Optional(NewProject),
    dueAt: T.Optional(newDueField("When it is due")),
    allowUnknown: AllowUnknown,
    tags: T.Optional(described(Tags, "Tags")),
    expectedRevision: T.Optional(ExpectedRevision),
  }),
  output: Changed,
  errors: [
    TaskNotFound,
    TaskArchived,
    RevisionMismatch,
    ProjectUnknown,
    ProfileUnknown,
    CatalogRefused,
    ParentCycle,
    TooDeep,
  ],
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
  async plan(ctx, { taskId, parent, expectedRevision, profile, projectId, dueAt, allowUnknown }) {
    const { store } = ctx;
    const { revision } = await unarchivedTaskOf(store, taskId);
    if (expectedRevision !== undefined && expectedRevision !== revision) {
      throw RevisionMismatch({ taskId, expected: expectedRevision, current: revision });
    }
    if (parent) await assertParent(store, parent, taskId);
    if (profile && !allowUnknown) await assertProfileExists(ctx, profile);
    const project = await optionalProjectId(ctx, projectId);
    return {
      summary: `Update ${taskId}`,
      revision: revision + 1,
      ...(project !== undefined && { projectId: project }),
      ...(dueAt !== undefined && { dueAt: dueAt === "" ? ("" as const) : dueOf(dueAt, "dueAt") }),
    };
  },
  async undo({ store }, _plan, { taskId, allowUnknown: _, expectedRevision: __, ...given }) {
    const before = { ...(await taskOf(store, taskId)), instructions: await instructionsOf(store, taskId) };
    const dueAt = before.dueAt === undefined ? undefined : String(before.dueAt);
    const cleared = { profile: "", assignee: "", parent: "", projectId: "", dueAt: "", instructions: "" };
    const fields = restoring(given, { ...before, dueAt }, cleared);
    return fields && { operation: "tasks.update", input: { taskId, ...fields, allowUnknown: true } };
  },
  async execute(ctx, { revision, projectId, dueAt }, { taskId, title, instructions: text, priority, tags, ...rest }) {
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
      projectId: projectId === undefined ? before.projectId : projectId || undefined,
      dueAt: dueAt === undefined ? before.dueAt : dueAt === "" ? undefined : dueAt,
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

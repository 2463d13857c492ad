import { defineCommand, digestOf, omitUndefined, oneOf, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { writeTask } from "../change.ts";
import { instructions, type TaskRecord } from "../collections.ts";
import { dueField, dueOf } from "../due.ts";
import { IdempotencyConflict, ParentCycle, ProjectUnknown, TaskArchived, TaskNotFound, TooDeep } from "../errors.ts";
import { taskCreated } from "../events.ts";
import { group } from "../group.ts";
import { assertParent } from "../parents.ts";
import { assertProfileExists } from "../profiles/catalogs.ts";
import { CatalogRefused, ProfileUnknown } from "../profiles/errors.ts";
import { projectIdOf } from "../project.ts";
import {
  AllowUnknown,
  Assignee,
  IdempotencyKey,
  Instructions,
  ParentId,
  Priority,
  ProfileId,
  ProjectId,
  TASK_BODY_LIMIT,
  Tags,
  Task,
  Title,
} from "../schemas.ts";
import { showTask, stateOf, taskByKey, unarchivedTaskOf } from "../task.ts";

export const create = defineCommand(group, {
  id: "tasks.create",
  summary: "Create a task",
  description:
    "The task is open and ready to start. With an idempotencyKey, which is scoped to the caller, repeating the call " +
    "returns the existing task instead of creating another.",
  input: T.Object({
    title: Title,
    instructions: T.Optional(Instructions),
    priority: withDefault(described(Priority, "Priority"), "normal"),
    profile: T.Optional(ProfileId),
    assignee: T.Optional(Assignee),
    parent: T.Optional(ParentId),
    projectId: T.Optional(ProjectId),
    dueAt: T.Optional(dueField("When it is due")),
    allowUnknown: AllowUnknown,
    tags: withDefault(described(Tags, "Tags"), []),
    idempotencyKey: T.Optional(IdempotencyKey),
  }),
  output: T.Object({
    task: described(Task, "The task"),
    disposition: described(
      oneOf("created", "duplicate"),
      "Whether the task was created by this call or already existed",
    ),
  }),
  errors: [
    IdempotencyConflict,
    ProjectUnknown,
    ProfileUnknown,
    CatalogRefused,
    TaskNotFound,
    TaskArchived,
    ParentCycle,
    TooDeep,
  ],
  examples: [
    {
      title: "A task with a priority and a tag",
      input: { title: "Write the release notes", priority: "high", tags: ["release"] },
    },
    {
      title: "A task for an agent, created only once",
      input: {
        title: "Build the packages",
        instructions: "Run the checks first.",
        profile: "runtime-only",
        assignee: "agent:main",
        idempotencyKey: "release-42.build",
      },
    },
  ],
  bodyLimit: TASK_BODY_LIMIT,
  async plan(ctx, input) {
    const { store, caller } = ctx;
    const { idempotencyKey, parent, profile, projectId, dueAt, allowUnknown } = input;
    const made = await taskByKey(store, caller.principal, idempotencyKey);
    if (made) {
      if (made.asked !== digestOf(input)) throw IdempotencyConflict({ taskId: made.id });
      return { summary: `Return the existing task ${made.id}`, disposition: "duplicate" as const };
    }
    if (parent !== undefined) {
      await unarchivedTaskOf(store, parent);
      await assertParent(store, parent);
    }
    if (profile !== undefined && !allowUnknown) await assertProfileExists(ctx, profile);
    return {
      summary: "Create a task",
      disposition: "created" as const,
      ...(projectId !== undefined && { projectId: await projectIdOf(ctx, projectId) }),
      ...(dueAt !== undefined && { dueAt: dueOf(dueAt, "dueAt") }),
    };
  },
  undo:
    (_ctx, { disposition }) =>
    ({ task }) =>
      disposition === "created" ? { operation: "tasks.archive", input: { taskId: task.id } } : undefined,
  async execute(ctx, plan, input) {
    const { disposition, projectId, dueAt } = { projectId: undefined, dueAt: undefined, ...plan };
    const { store, number, now, id, caller, emit } = ctx;
    const { idempotencyKey, title, instructions: text, allowUnknown: _, ...rest } = input;
    const made = await taskByKey(store, caller.principal, idempotencyKey);
    if (made) return { task: await showTask(store.unchecked, made), disposition };
    const record: TaskRecord = omitUndefined({
      id: id("task_"),
      title,
      status: "open" as const,
      ...rest,
      projectId,
      dueAt,
      idempotencyKey,
      asked: idempotencyKey === undefined ? undefined : digestOf(input),
      isKeyOwn: idempotencyKey === undefined ? undefined : true,
      createdBy: caller.principal,
      createdAt: now,
      updatedAt: now,
      revision: 1,
      number,
    });
    if (text) await store.put(instructions, { taskId: record.id, text });
    emit(taskCreated, { task: stateOf(record) });
    await writeTask(ctx, record);
    return { task: await showTask(store.unchecked, record), disposition };
  },
});

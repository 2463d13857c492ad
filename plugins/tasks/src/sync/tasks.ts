import { omitUndefined, type Reads, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, dependencyMissing, portionOf } from "@postern/kit/sync";
import { writeTask } from "../change.ts";
import { type TaskRecord, tasks } from "../collections.ts";
import { taskArchived, taskCreated, taskUnarchived, taskUpdated } from "../events.ts";
import { eventBetween } from "../lifecycle.ts";
import {
  Assignee,
  IdempotencyKey,
  Instructions,
  ParentId,
  ProfileId,
  Reason,
  Summary,
  Tags,
  TaskId,
  TaskState,
  Title,
} from "../schemas.ts";
import { instructionsOf, stateOf, taskByKey, writeInstructions } from "../task.ts";

const SyncedTask = T.Object(
  {
    ...TaskState.properties,
    id: TaskId,
    title: Title,
    profile: T.Optional(ProfileId),
    assignee: T.Optional(Assignee),
    parent: T.Optional(ParentId),
    projectId: T.Optional(T.String({ pattern: "^proj_[0-9a-f]{24}$" })),
    tags: Tags,
    idempotencyKey: T.Optional(IdempotencyKey),
    asked: T.Optional(T.String({ maxLength: 64 })),
    summary: T.Optional(Summary),
    reason: T.Optional(Reason),
    revision: T.Integer({ minimum: 1 }),
    instructions: T.Optional(Instructions),
  },
  { additionalProperties: false },
);
type SyncedTask = Static<typeof SyncedTask>;

export const syncedTasks = defineSyncKind({
  name: ["id"],
  schema: SyncedTask,
  async read(store, id = "") {
    const record = await store.get(tasks, id);
    if (!record) return undefined;
    const { number: _number, isKeyOwn: _own, ...state } = record;
    return omitUndefined({ ...state, instructions: await instructionsOf(store, id) });
  },
  list: (store, portion) => portionOf(store, tasks, portion, ({ id }) => [id]),
  put,
});

async function put(ctx: Transacting, incoming: SyncedTask): Promise<void> {
  const { store, number, emit } = ctx;
  const { id, parent, revision } = incoming;
  if (parent !== undefined && !(await store.get(tasks, parent))) throw dependencyMissing(["task", parent]);
  const losesParent = await breakCycle(ctx, incoming);
  const before = await store.get(tasks, id);
  const { instructions = "", ...state } = await resolveKey(ctx, incoming);
  const record: TaskRecord = omitUndefined({
    ...state,
    parent: losesParent ? undefined : parent,
    // A revision number is never reused for different contents.
    revision: before ? Math.max(revision, before.revision + 1) : revision,
    number: before?.number ?? number,
    // The creator never changes.
    createdBy: before?.createdBy ?? state.createdBy,
    isKeyOwn: before ? before.isKeyOwn : true,
  });
  await writeInstructions(store, id, instructions);
  emit(eventOf(record, before), { task: stateOf(record) });
  await writeTask(ctx, record, before);
}

function eventOf(record: TaskRecord, before: TaskRecord | undefined) {
  if (!before) return taskCreated;
  const [was, is] = [before.archivedAt !== undefined, record.archivedAt !== undefined];
  if (was !== is) return is ? taskArchived : taskUnarchived;
  return (before.status !== record.status && eventBetween(before.status, record.status)) || taskUpdated;
}

/**
 * Breaks cycles of parents that were set on different gateways: the last task of the cycle, by id, loses its parent.
 * Returns whether that is this task; another task is changed here.
 */
async function breakCycle(ctx: Transacting, { id, parent }: SyncedTask): Promise<boolean> {
  const cycle = await cycleAbove(ctx.store, id, parent);
  const last = cycle?.toSorted().at(-1);
  if (last === undefined || last === id) return last === id;
  const before = await ctx.store.get(tasks, last);
  if (!before) return false;
  const { parent: _parent, ...record } = before;
  ctx.emit(taskUpdated, { task: stateOf(record) });
  await writeTask(ctx, record, before);
  return false;
}

/** The ancestors from `parent` up, if they lead back to the task itself. */
async function cycleAbove(store: Reads, id: string, parent: string | undefined): Promise<string[] | undefined> {
  const path: string[] = [id];
  for (let above = parent; above !== undefined; above = (await store.get(tasks, above))?.parent) {
    if (above === id) return path;
    // The stored tasks contain no cycle, so this ends.
    path.push(above);
  }
  return undefined;
}

/** Of two tasks that a caller created with the same idempotency key, the first by id keeps it. */
async function resolveKey(ctx: Transacting, incoming: SyncedTask): Promise<SyncedTask> {
  const { store, emit } = ctx;
  const { idempotencyKey } = incoming;
  const other = await taskByKey(store, incoming.createdBy, idempotencyKey);
  if (!other || other.id === incoming.id) return incoming;
  if (other.id < incoming.id) return withoutKey(incoming);
  const stripped = withoutKey(other);
  await store.put(tasks, stripped);
  emit(taskUpdated, { task: stateOf(stripped) });
  return incoming;
}

const withoutKey = <R extends { idempotencyKey?: string; asked?: string }>({
  idempotencyKey: _key,
  asked: _asked,
  ...task
}: R) => task;

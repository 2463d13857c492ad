import { omitUndefined, type Reads, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, notYet, portionOf } from "@postern/core/sync";
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
import { instructionsOf, madeWith, stateOf, writeInstructions } from "../task.ts";

const Travelling = T.Object(
  {
    ...TaskState.properties,
    id: TaskId,
    title: Title,
    profile: T.Optional(ProfileId),
    assignee: T.Optional(Assignee),
    parent: T.Optional(ParentId),
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
type Travelling = Static<typeof Travelling>;

export const syncedTasks = defineSyncKind({
  name: ["id"],
  schema: Travelling,
  async read(store, id = "") {
    const record = await store.get(tasks, id);
    if (!record) return undefined;
    const { number: _number, isKeyOwn: _own, ...state } = record;
    return omitUndefined({ ...state, instructions: await instructionsOf(store, id) });
  },
  list: (store, portion) => portionOf(store, tasks, portion, ({ id }) => [id]),
  put,
});

async function put(ctx: Transacting, said: Travelling): Promise<void> {
  const { store, number, emit } = ctx;
  const { id, parent, revision } = said;
  if (parent !== undefined && !(await store.get(tasks, parent))) throw notYet(["task", parent]);
  const isOutOfCircle = await breakCircle(ctx, said);
  const before = await store.get(tasks, id);
  const { instructions = "", ...state } = await withItsKey(ctx, said);
  const record: TaskRecord = omitUndefined({
    ...state,
    parent: isOutOfCircle ? undefined : parent,
    // Who knows a revision is never shown another task under it.
    revision: before ? Math.max(revision, before.revision + 1) : revision,
    number: before?.number ?? number,
    // Who created a task is no change of it.
    createdBy: before?.createdBy ?? state.createdBy,
    isKeyOwn: before ? before.isKeyOwn : true,
  });
  await writeInstructions(store, id, instructions);
  emit(toldOf(record, before), { task: stateOf(record) });
  await writeTask(ctx, record, before);
}

function toldOf(record: TaskRecord, before: TaskRecord | undefined) {
  if (!before) return taskCreated;
  const [was, is] = [before.archivedAt !== undefined, record.archivedAt !== undefined];
  if (was !== is) return is ? taskArchived : taskUnarchived;
  return (before.status !== record.status && eventBetween(before.status, record.status)) || taskUpdated;
}

/**
 * Tasks that were made parts of each other on different gateways: in each such circle the last task by id becomes a part
 * of nothing. Answers whether that is this very task; another one is changed here.
 */
async function breakCircle(ctx: Transacting, { id, parent }: Travelling): Promise<boolean> {
  const circle = await circleAbove(ctx.store, id, parent);
  const last = circle?.toSorted().at(-1);
  if (last === undefined || last === id) return last === id;
  const before = await ctx.store.get(tasks, last);
  if (!before) return false;
  const { parent: _parent, ...record } = before;
  ctx.emit(taskUpdated, { task: stateOf(record) });
  await writeTask(ctx, record, before);
  return false;
}

/** The tasks from `parent` upwards, where that comes to the task itself. */
async function circleAbove(store: Reads, id: string, parent: string | undefined): Promise<string[] | undefined> {
  const path: string[] = [id];
  for (let above = parent; above !== undefined; above = (await store.get(tasks, above))?.parent) {
    if (above === id) return path;
    // There is none within what is stored already.
    path.push(above);
  }
  return undefined;
}

/** A caller's own id leads to one task: of two that somebody made with the same one, the first by id keeps it. */
async function withItsKey(ctx: Transacting, said: Travelling): Promise<Travelling> {
  const { store, emit } = ctx;
  const { idempotencyKey } = said;
  const other = await madeWith(store, said.createdBy, idempotencyKey);
  if (!other || other.id === said.id) return said;
  if (other.id < said.id) return withoutKey(said);
  const yielding = withoutKey(other);
  await store.put(tasks, yielding);
  emit(taskUpdated, { task: stateOf(yielding) });
  return said;
}

const withoutKey = <R extends { idempotencyKey?: string; asked?: string }>({
  idempotencyKey: _key,
  asked: _asked,
  ...task
}: R) => task;

import { defineCollection, defineCounter, omitUndefined, type Static, T } from "@postern/core";
import { Comment, Dependency, type Priority, TaskState } from "./schemas.ts";

const TaskRecord = T.Object({
  ...TaskState.properties,
  /** Of the commit that made it: its age, whatever the clock did. */
  number: T.Integer(),
  /** Digest of what was asked for, where the caller gave an id of its own. */
  asked: T.Optional(T.String()),
  /** Whether its idempotencyKey is its creator's own. Before, a key was everybody's, and those tasks stay indexed so. */
  isKeyOwn: T.Optional(T.Boolean()),
});
export type TaskRecord = Static<typeof TaskRecord>;

/** Apart from the archived ones, so that each filter of a list is one range, in the order in which tasks were made. */
export const standing = ({ archivedAt }: { archivedAt?: number }) => (archivedAt === undefined ? "open" : "archived");

export const tasks = defineCollection("tasks.task", {
  schema: TaskRecord,
  key: ({ id }) => [id],
  indexes: {
    byStanding: (task) => [standing(task), task.number],
    byStatus: (task) => [standing(task), task.status, task.number],
    byPriority: (task) => [standing(task), task.priority, task.number],
    byAssignee: (task) => (task.assignee === undefined ? undefined : [standing(task), task.assignee, task.number]),
    byProfile: (task) => (task.profile === undefined ? undefined : [standing(task), task.profile, task.number]),
    byParent: (task) => (task.parent === undefined ? undefined : [standing(task), task.parent, task.number]),
    byTag: (task) => task.tags.map((tag) => [standing(task), tag, task.number]),
    byIdempotencyKey: ({ idempotencyKey, isKeyOwn }) =>
      idempotencyKey === undefined || isKeyOwn ? undefined : [idempotencyKey],
    byOwnKey: ({ idempotencyKey, isKeyOwn, createdBy }) =>
      idempotencyKey === undefined || !isKeyOwn ? undefined : [createdBy, idempotencyKey],
  },
  unique: ["byIdempotencyKey", "byOwnKey"],
});

/** Apart from the tasks: whoever walks over thousands of them reads none of these. */
export const instructions = defineCollection("tasks.instructions", {
  schema: T.Object({ taskId: T.String(), text: T.String() }),
  key: ({ taskId }) => [taskId],
});

const ReadyRecord = T.Object({
  taskId: T.String(),
  rank: T.Integer(),
  number: T.Integer(),
  assignee: T.Optional(T.String()),
  profile: T.Optional(T.String()),
  parent: T.Optional(T.String()),
  tags: T.Array(T.String()),
});
export type ReadyRecord = Static<typeof ReadyRecord>;

/**
 * The tasks that can start now: open, not archived, and with nothing left to wait for. Written in the very commit that
 * makes or ends that, so that asking for them costs what the answer costs.
 */
export const ready = defineCollection("tasks.ready", {
  schema: ReadyRecord,
  key: ({ taskId }) => [taskId],
  indexes: {
    byRank: ({ rank, number }) => [rank, number],
    byAssignee: ({ assignee, rank, number }) => (assignee === undefined ? undefined : [assignee, rank, number]),
    byProfile: ({ profile, rank, number }) => (profile === undefined ? undefined : [profile, rank, number]),
    byParent: ({ parent, rank, number }) => (parent === undefined ? undefined : [parent, rank, number]),
    byTag: ({ tags, rank, number }) => tags.map((tag) => [tag, rank, number]),
  },
});

const RANKS: Record<Priority, number> = { urgent: 0, high: 1, normal: 2, low: 3 };

/** How a task stands among those that can start: the most urgent first, then the oldest. */
export function readyRecordOf({ id, priority, number, assignee, profile, parent, tags }: TaskRecord): ReadyRecord {
  return omitUndefined({ taskId: id, rank: RANKS[priority], number, assignee, profile, parent, tags });
}

export const dependencies = defineCollection("tasks.dependency", {
  schema: Dependency,
  key: ({ taskId, dependencyTaskId }) => [taskId, dependencyTaskId],
});

/** The same the other way round. No index, which would cost a read a record: ten thousand may depend on one task. */
export const dependents = defineCollection("tasks.dependent", {
  schema: Dependency,
  key: ({ taskId, dependencyTaskId }) => [dependencyTaskId, taskId],
});

/** The dependencies that are not done yet. Apart from the dependencies, which a search for circles must find unchanged. */
export const waits = defineCollection("tasks.wait", {
  schema: T.Object({ taskId: T.String(), dependencyTaskId: T.String() }),
  key: ({ taskId, dependencyTaskId }) => [taskId, dependencyTaskId],
});

/** Where a task stands in the order of work, once that is elsewhere than where its id puts it. */
export const places = defineCollection("tasks.place", {
  schema: T.Object({ taskId: T.String(), at: T.String() }),
  key: ({ taskId }) => [taskId],
});

const CommentRecord = T.Object({
  ...Comment.properties,
  /** Of the commit that made it: its place among the comments of the task. */
  number: T.Integer(),
});
export type CommentRecord = Static<typeof CommentRecord>;

export const comments = defineCollection("tasks.comment", {
  schema: CommentRecord,
  key: ({ id }) => [id],
  indexes: { byTask: ({ taskId, number }) => [taskId, number] },
});

/** How many tasks can start now: all, and for each assignee. */
export const readyCount = defineCounter("tasks.ready.count");
/** By task. */
export const commentCount = defineCounter("tasks.comments");
/** By task: how many it depends on. */
export const dependencyCount = defineCounter("tasks.dependencies");
/** By task: how many depend on it. */
export const dependentCount = defineCounter("tasks.dependents");
/** By parent and status, without the archived ones. */
export const childCount = defineCounter("tasks.children");

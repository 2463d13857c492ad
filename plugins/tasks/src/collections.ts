import { defineCollection, defineCounter, omitUndefined, type Static, T } from "@postern/core";
import { nameKey } from "@postern/kit/paging";
import { Comment, Dependency, type Priority, TaskState } from "./schemas.ts";

const TaskRecord = T.Object({
  ...TaskState.properties,
  /** Number of the commit that created it: orders tasks by age independently of the clock. */
  number: T.Integer(),
  /** Digest of the create call, for tasks that have an idempotency key. */
  asked: T.Optional(T.String()),
  /** Whether the idempotencyKey is scoped to the creator. Older records have global keys and stay indexed that way. */
  isKeyOwn: T.Optional(T.Boolean()),
});
export type TaskRecord = Static<typeof TaskRecord>;

/** First part of every index, so that each filter of a list is one range without archived tasks. */
export const archiveState = ({ archivedAt }: { archivedAt?: number }) =>
  archivedAt === undefined ? "open" : "archived";

const RANKS: Record<Priority, number> = { urgent: 0, high: 1, normal: 2, low: 3 };
export const rankOf = ({ priority }: { priority: Priority }): number => RANKS[priority];

/** In the orders of all tasks, and of those of a project. */
export const EVERY_PROJECT = "*";
const projectsOf = ({ projectId }: { projectId?: string }): string[] =>
  projectId === undefined ? [EVERY_PROJECT] : [EVERY_PROJECT, projectId];
/** Tasks without a due time are the last ones. */
export const NEVER = Number.MAX_SAFE_INTEGER;
export const dueKey = ({ dueAt = NEVER }: { dueAt?: number }): number => dueAt;
const isFinished = ({ status, archivedAt }: TaskRecord): boolean =>
  status === "done" || status === "failed" || archivedAt !== undefined;

export const tasks = defineCollection("tasks.task", {
  schema: TaskRecord,
  key: ({ id }) => [id],
  indexes: {
    byStanding: (task) => [archiveState(task), task.number],
    byTitle: ({ title }) => nameKey(title),
    byStatus: (task) => [archiveState(task), task.status, task.number],
    byPriority: (task) => [archiveState(task), task.priority, task.number],
    byAssignee: (task) => (task.assignee === undefined ? undefined : [archiveState(task), task.assignee, task.number]),
    byProfile: (task) => (task.profile === undefined ? undefined : [archiveState(task), task.profile, task.number]),
    byParent: (task) => (task.parent === undefined ? undefined : [archiveState(task), task.parent, task.number]),
    byTag: (task) => task.tags.map((tag) => [archiveState(task), tag, task.number]),
    byProject: (task) => (task.projectId === undefined ? undefined : [archiveState(task), task.projectId, task.number]),
    byProjectStatus: (task) =>
      task.projectId === undefined ? undefined : [archiveState(task), task.projectId, task.status, task.number],
    byDue: (task) => projectsOf(task).map((project) => [archiveState(task), project, dueKey(task), task.number]),
    byRank: (task) => projectsOf(task).map((project) => [archiveState(task), project, rankOf(task), task.number]),
    byOpenIn: (task) =>
      task.projectId === undefined || isFinished(task)
        ? undefined
        : [task.projectId, rankOf(task), dueKey(task), task.number],
    byIdempotencyKey: ({ idempotencyKey, isKeyOwn }) =>
      idempotencyKey === undefined || isKeyOwn ? undefined : [idempotencyKey],
    byOwnKey: ({ idempotencyKey, isKeyOwn, createdBy }) =>
      idempotencyKey === undefined || !isKeyOwn ? undefined : [createdBy, idempotencyKey],
  },
  unique: ["byIdempotencyKey", "byOwnKey"],
});

/** Separate from the tasks, so that scans over many tasks do not read these long texts. */
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
 * The tasks that can start now: open, not archived, and without unfinished dependencies. Updated in the commit that
 * changes this, so that listing them only costs the size of the result.
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

/** Sort key among the ready tasks: by priority, then by age. */
export function readyRecordOf({ id, priority, number, assignee, profile, parent, tags }: TaskRecord): ReadyRecord {
  return omitUndefined({ taskId: id, rank: rankOf({ priority }), number, assignee, profile, parent, tags });
}

export const dependencies = defineCollection("tasks.dependency", {
  schema: Dependency,
  key: ({ taskId, dependencyTaskId }) => [taskId, dependencyTaskId],
});

/**
 * The same in reverse order. Not an index, which would cost one extra read per record for tasks with many dependents.
 */
export const dependents = defineCollection("tasks.dependent", {
  schema: Dependency,
  key: ({ taskId, dependencyTaskId }) => [dependencyTaskId, taskId],
});

/**
 * The unfinished dependencies. Kept separately, so that completing a task does not conflict with a search for cycles.
 */
export const waits = defineCollection("tasks.wait", {
  schema: T.Object({ taskId: T.String(), dependencyTaskId: T.String() }),
  key: ({ taskId, dependencyTaskId }) => [taskId, dependencyTaskId],
});

/** Position in the topological order, for tasks that are not at the position their id implies. */
export const positions = defineCollection("tasks.place", {
  schema: T.Object({ taskId: T.String(), at: T.String() }),
  key: ({ taskId }) => [taskId],
});

const CommentRecord = T.Object({
  ...Comment.properties,
  /** Number of the commit that created it: orders the comments of a task. */
  number: T.Integer(),
});
export type CommentRecord = Static<typeof CommentRecord>;

export const comments = defineCollection("tasks.comment", {
  schema: CommentRecord,
  key: ({ id }) => [id],
  indexes: { byTask: ({ taskId, number }) => [taskId, number] },
});

/** Number of ready tasks: in total, and by assignee. */
export const readyCount = defineCounter("tasks.ready.count");
/** Comments, by task. */
export const commentCount = defineCounter("tasks.comments");
/** Dependencies, by task. */
export const dependencyCount = defineCounter("tasks.dependencies");
/** Dependents, by task. */
export const dependentCount = defineCounter("tasks.dependents");
/** Subtasks that are not archived, by parent and status. */
export const childCount = defineCounter("tasks.children");
/** Tasks that are not archived, by project and status. */
export const projectCount = defineCounter("tasks.projects");

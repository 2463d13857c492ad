import { numeric, oneOf, type Static, T } from "@postern/core";

const NAME = "[A-Za-z0-9][A-Za-z0-9._~-]{0,127}";
const TASK = "task_[0-9a-f]{24}";
const PRINCIPAL = `(user|agent|team|system|workflow):${NAME}`;
const PROFILE = "[a-z0-9][a-z0-9_-]{0,62}";

const matching = (pattern: string, description: string) => T.String({ pattern: `^${pattern}$`, description });
/** The same field of an update, where an empty text takes the value away. */
const clearable = (pattern: string, description: string) =>
  matching(`(${pattern})?`, `${description}; empty for none any more`);

export const TaskId = matching(TASK, "The task");
export const DependencyTaskId = matching(TASK, "The task that has to be done first");
export const CommentId = matching("comment_[0-9a-f]{24}", "The comment");
export const ParentId = matching(TASK, "The task that it is a part of");
export const Assignee = matching(PRINCIPAL, "Who is to do it, as type:id, like agent:main or user:ann");
export const ProfileId = matching(PROFILE, "The profile that works on it");
export const NewParent = clearable(TASK, "The task that it is a part of");
export const NewAssignee = clearable(PRINCIPAL, "Who is to do it, as type:id");
export const NewProfile = clearable(PROFILE, "The profile that works on it");

export const Title = T.String({
  minLength: 1,
  maxLength: 500,
  pattern: "\\S",
  description: "What is to be done, in a line",
});
export const Instructions = T.String({ maxLength: 100_000, description: "How it is to be done; empty for none" });
export const Summary = T.String({ maxLength: 20_000, description: "What came of it" });
export const Reason = T.String({ maxLength: 2_000, description: "Why, for those who read it later" });
export const CommentText = T.String({ minLength: 1, maxLength: 20_000, pattern: "\\S", description: "The comment" });
export const Tag = T.String({ minLength: 1, maxLength: 128, description: "A word to find it by" });
export const Tags = T.Array(Tag, { maxItems: 50, uniqueItems: true });
export const IdempotencyKey = T.String({
  pattern: "^[A-Za-z0-9._~:-]{1,128}$",
  description: "The caller's own id of the task: the same id makes it once, for good",
});
export const ExpectedRevision: ReturnType<typeof numeric> = numeric({
  minimum: 1,
  description: "Refuse when the task has another revision",
});

/** Bytes: a hundred thousand code points of instructions, each escaped as two times six characters, and the rest. */
export const TASK_BODY_LIMIT = 2 * 2 ** 20;

export const Status = oneOf("open", "active", "blocked", "done", "failed");
export type Status = Static<typeof Status>;
export const Priority = oneOf("low", "normal", "high", "urgent");
export type Priority = Static<typeof Priority>;

export const Readiness = T.Object({
  state: oneOf("ready", "waiting", "active", "terminal"),
  unsatisfied: T.Array(T.String(), { description: "The tasks that have to be done first" }),
  reason: T.String({ description: "Why it is so, and what would help" }),
});
export type Readiness = Static<typeof Readiness>;

/** A task as events carry it: all of it but its instructions, which may be long. */
export const TaskState = T.Object({
  id: T.String(),
  title: T.String(),
  status: Status,
  priority: Priority,
  profile: T.Optional(T.String()),
  assignee: T.Optional(T.String()),
  parent: T.Optional(T.String()),
  tags: T.Array(T.String()),
  idempotencyKey: T.Optional(T.String()),
  summary: T.Optional(T.String({ description: "What came of it, when it was done" })),
  reason: T.Optional(T.String({ description: "Why it is blocked or failed" })),
  createdBy: T.String(),
  startedBy: T.Optional(T.String()),
  createdAt: T.Number(),
  updatedAt: T.Number(),
  startedAt: T.Optional(T.Number()),
  finishedAt: T.Optional(T.Number({ description: "When it was done, or failed" })),
  archivedAt: T.Optional(T.Number()),
  revision: T.Integer(),
});
export type TaskState = Static<typeof TaskState>;

/** A task as lists show it. */
export const TaskItem = T.Object({ ...TaskState.properties, commentCount: T.Integer(), readiness: Readiness });
export type TaskItem = Static<typeof TaskItem>;

/** A task, whole. */
export const Task = T.Object({ ...TaskItem.properties, instructions: T.Optional(T.String()) });
export type Task = Static<typeof Task>;

/** What most commands answer. */
export const Changed = T.Object({ task: Task });

export const Dependency = T.Object({
  taskId: T.String({ description: "The task that waits" }),
  dependencyTaskId: T.String({ description: "The task that it waits for" }),
  createdAt: T.Number(),
});
export type Dependency = Static<typeof Dependency>;

export const Comment = T.Object({
  id: T.String(),
  author: T.String(),
  text: T.String(),
  taskId: T.String(),
  createdAt: T.Number(),
  updatedAt: T.Optional(T.Number()),
});
export type Comment = Static<typeof Comment>;

/** A task as a node of a graph. */
export const Node = T.Object({
  id: T.String(),
  title: T.String(),
  status: Status,
  priority: Priority,
  archivedAt: T.Optional(T.Number()),
  readiness: Readiness,
});
export type Node = Static<typeof Node>;
export const Edge = T.Object({ taskId: T.String(), dependencyTaskId: T.String() });
export type Edge = Static<typeof Edge>;

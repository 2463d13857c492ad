import { numeric, oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";

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
  state: described(oneOf("ready", "waiting", "active", "terminal"), "Its state"),
  unsatisfied: T.Array(T.String(), { description: "The tasks that have to be done first" }),
  reason: T.String({ description: "Why it is so, and what would help" }),
});
export type Readiness = Static<typeof Readiness>;

/** A task as events carry it: all of it but its instructions, which may be long. */
export const TaskState = T.Object({
  id: T.String({ description: "Its id" }),
  title: T.String({ description: "A title for people" }),
  status: described(Status, "Its status"),
  priority: described(Priority, "How urgent it is"),
  profile: T.Optional(T.String({ description: "The profile that says how it is done" })),
  assignee: T.Optional(T.String({ description: "Id of the agent or person that does it" })),
  parent: T.Optional(T.String({ description: "Id of the task that it is part of" })),
  tags: T.Array(T.String(), { description: "Tags" }),
  idempotencyKey: T.Optional(T.String({ description: "The key under which it is done once" })),
  summary: T.Optional(T.String({ description: "What came of it, when it was done" })),
  reason: T.Optional(T.String({ description: "Why it is blocked or failed" })),
  createdBy: T.String({ description: "Who created it" }),
  startedBy: T.Optional(T.String({ description: "Who started it" })),
  createdAt: T.Number({ description: "When it was created, Unix milliseconds" }),
  updatedAt: T.Number({ description: "When it was last changed, Unix milliseconds" }),
  startedAt: T.Optional(T.Number({ description: "When it was started, Unix milliseconds" })),
  finishedAt: T.Optional(T.Number({ description: "When it was done, or failed" })),
  archivedAt: T.Optional(T.Number({ description: "When it was archived, Unix milliseconds" })),
  revision: T.Integer({ description: "Counts its changes, 1 for the first" }),
});
export type TaskState = Static<typeof TaskState>;

/** A task as lists show it. */
export const TaskItem = T.Object({
  ...TaskState.properties,
  commentCount: T.Integer({ description: "How many comments it has" }),
  readiness: described(Readiness, "Whether it can be started, and what it waits for"),
});
export type TaskItem = Static<typeof TaskItem>;

/** A task, whole. */
export const Task = T.Object({
  ...TaskItem.properties,
  instructions: T.Optional(T.String({ description: "What is to be done, as text" })),
});
export type Task = Static<typeof Task>;

/** What most commands answer. */
export const Changed = T.Object({ task: described(Task, "The task") });

export const Dependency = T.Object({
  taskId: T.String({ description: "The task that waits" }),
  dependencyTaskId: T.String({ description: "The task that it waits for" }),
  createdAt: T.Number({ description: "When it was created, Unix milliseconds" }),
});
export type Dependency = Static<typeof Dependency>;

export const Comment = T.Object({
  id: T.String({ description: "Its id" }),
  author: T.String({ description: "Who wrote it" }),
  text: T.String({ description: "The text" }),
  taskId: T.String({ description: "Id of the task" }),
  createdAt: T.Number({ description: "When it was created, Unix milliseconds" }),
  updatedAt: T.Optional(T.Number({ description: "When it was last changed, Unix milliseconds" })),
});
export type Comment = Static<typeof Comment>;

/** A task as a node of a graph. */
export const Node = T.Object({
  id: T.String({ description: "Its id" }),
  title: T.String({ description: "A title for people" }),
  status: described(Status, "Its status"),
  priority: described(Priority, "How urgent it is"),
  archivedAt: T.Optional(T.Number({ description: "When it was archived, Unix milliseconds" })),
  readiness: described(Readiness, "Whether it can be started, and what it waits for"),
});
export type Node = Static<typeof Node>;
export const Edge = T.Object({
  taskId: T.String({ description: "Id of the task" }),
  dependencyTaskId: T.String({ description: "Id of the task that has to be done first" }),
});
export type Edge = Static<typeof Edge>;

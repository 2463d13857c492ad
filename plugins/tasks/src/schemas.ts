import { oneOf, type Static, T } from "@postern/core";
import { described, numeric, refersTo } from "@postern/kit/fields";

const NAME = "[A-Za-z0-9][A-Za-z0-9._~-]{0,127}";
const TASK = "task_[0-9a-f]{24}";
const PRINCIPAL = `(user|agent|team|system|workflow):${NAME}`;
const PROFILE = "[a-z0-9][a-z0-9_-]{0,62}";

const toTask = { list: "tasks.list", names: ["title"] };

const matching = (pattern: string, description: string) => T.String({ pattern: `^${pattern}$`, description });
/** The same field in an update, where an empty text clears the value. */
const clearable = (pattern: string, description: string) =>
  matching(`(${pattern})?`, `${description}; an empty text clears it`);

export const TaskId = refersTo(matching(TASK, "Id of the task"), toTask);
export const DependencyTaskId = refersTo(matching(TASK, "Id of the task that must be done first"), toTask);
export const CommentId = refersTo(matching("comment_[0-9a-f]{24}", "Id of the comment"), {
  list: "tasks.comments.find",
});
export const ParentId = refersTo(matching(TASK, "Id of the parent task"), toTask);
export const Assignee = matching(PRINCIPAL, "Assignee as type:id, for example agent:main or user:ann");
export const ProfileId = refersTo(matching(PROFILE, "Id of the profile that defines how the task is worked on"), {
  list: "tasks.profiles.list",
});
export const NewParent = refersTo(clearable(TASK, "Id of the parent task"), toTask);
export const NewAssignee = clearable(PRINCIPAL, "Assignee as type:id");
export const NewProfile = clearable(PROFILE, "Id of the profile that defines how the task is worked on");

const PROJECT = "(proj_[0-9a-f]{24}|[a-z0-9][a-z0-9-]{0,62})";
export const ProjectId = refersTo(matching(PROJECT, "Id or slug of the project that it belongs to"), {
  list: "projects.list",
  names: ["slug", "name"],
});
export const NewProject = clearable(PROJECT, "Id or slug of the project that it belongs to");
export const AllowUnknown = T.Optional(
  T.Boolean({ description: "Accept a profile that does not exist, for a plugin that is not enabled yet" }),
);

export const Title = T.String({
  minLength: 1,
  maxLength: 500,
  pattern: "\\S",
  description: "Title in one line",
});
export const Instructions = T.String({
  maxLength: 100_000,
  description: "Instructions for the assignee; an empty text means none",
});
export const Summary = T.String({ maxLength: 20_000, description: "Summary of the result" });
export const Reason = T.String({ maxLength: 2_000, description: "Reason, for people who read it later" });
export const CommentText = T.String({
  minLength: 1,
  maxLength: 20_000,
  pattern: "\\S",
  description: "Text of the comment",
});
export const Tag = T.String({ minLength: 1, maxLength: 128, description: "A tag" });
export const Tags = T.Array(Tag, { maxItems: 50, uniqueItems: true });
export const IdempotencyKey = T.String({
  pattern: "^[A-Za-z0-9._~:-]{1,128}$",
  description: "A key chosen by the caller: repeated calls with the same key create the task only once",
});
export const ExpectedRevision = numeric({
  minimum: 1,
  description: "Reject the update if the task is at another revision",
});

/** Bytes: 100,000 code points of instructions, each escaped as up to 12 characters, plus the other fields. */
export const TASK_BODY_LIMIT = 2 * 2 ** 20;

export const Status = oneOf("open", "active", "blocked", "done", "failed");
export type Status = Static<typeof Status>;
export const Priority = oneOf("low", "normal", "high", "urgent");
export type Priority = Static<typeof Priority>;

export const Readiness = T.Object({
  state: described(oneOf("ready", "waiting", "active", "terminal"), "Readiness state"),
  unsatisfied: T.Array(T.String(), { description: "Ids of the unfinished dependencies" }),
  reason: T.String({ description: "The reason for this state, and how to resolve it" }),
});
export type Readiness = Static<typeof Readiness>;

/** A task as it appears in events: without its instructions, which may be long. */
export const TaskState = T.Object({
  id: T.String({ description: "Id of the task" }),
  title: T.String({ description: "Title in one line" }),
  status: described(Status, "Status"),
  priority: described(Priority, "Priority"),
  profile: T.Optional(T.String({ description: "Id of the profile that defines how the task is worked on" })),
  assignee: T.Optional(T.String({ description: "Assignee as type:id" })),
  parent: T.Optional(T.String({ description: "Id of the parent task" })),
  projectId: T.Optional(T.String({ description: "Id of the project that it belongs to" })),
  dueAt: T.Optional(T.Integer({ minimum: 0, description: "When it is due, Unix milliseconds" })),
  tags: T.Array(T.String(), { description: "Tags" }),
  idempotencyKey: T.Optional(T.String({ description: "The key passed by the caller that created it" })),
  summary: T.Optional(T.String({ description: "Summary of the result, once it is done" })),
  reason: T.Optional(T.String({ description: "Why it is blocked or failed" })),
  createdBy: T.String({ description: "Who created it" }),
  startedBy: T.Optional(T.String({ description: "Who started it" })),
  createdAt: T.Number({ description: "When it was created, Unix milliseconds" }),
  updatedAt: T.Number({ description: "When it was last changed, Unix milliseconds" }),
  startedAt: T.Optional(T.Number({ description: "When it was started, Unix milliseconds" })),
  finishedAt: T.Optional(T.Number({ description: "When it was completed or failed, Unix milliseconds" })),
  archivedAt: T.Optional(T.Number({ description: "When it was archived, Unix milliseconds" })),
  revision: T.Integer({ description: "Number of the revision, starting at 1" }),
});
export type TaskState = Static<typeof TaskState>;

/** A task as it appears in lists. */
export const TaskItem = T.Object({
  ...TaskState.properties,
  commentCount: T.Integer({ description: "Number of comments" }),
  readiness: described(Readiness, "Whether the task can start, and which dependencies are not done"),
});
export type TaskItem = Static<typeof TaskItem>;

/** A task with all its fields. */
export const Task = T.Object({
  ...TaskItem.properties,
  instructions: T.Optional(T.String({ description: "Instructions for the assignee" })),
});
export type Task = Static<typeof Task>;

/** The result of most commands. */
export const Changed = T.Object({ task: described(Task, "The task") });

export const Dependency = T.Object({
  taskId: T.String({ description: "Id of the dependent task" }),
  dependencyTaskId: T.String({ description: "Id of the task that must be done first" }),
  createdAt: T.Number({ description: "When it was created, Unix milliseconds" }),
});
export type Dependency = Static<typeof Dependency>;

export const Comment = T.Object({
  id: T.String({ description: "Id of the comment" }),
  author: T.String({ description: "Author as type:id" }),
  text: T.String({ description: "Text of the comment" }),
  taskId: T.String({ description: "Id of the task" }),
  createdAt: T.Number({ description: "When it was created, Unix milliseconds" }),
  updatedAt: T.Optional(T.Number({ description: "When it was last changed, Unix milliseconds" })),
});
export type Comment = Static<typeof Comment>;

/** A task as a node of a graph. */
export const Node = T.Object({
  id: T.String({ description: "Id of the task" }),
  title: T.String({ description: "Title in one line" }),
  status: described(Status, "Status"),
  priority: described(Priority, "Priority"),
  archivedAt: T.Optional(T.Number({ description: "When it was archived, Unix milliseconds" })),
  readiness: described(Readiness, "Whether the task can start, and which dependencies are not done"),
});
export type Node = Static<typeof Node>;
export const Edge = T.Object({
  taskId: T.String({ description: "Id of the dependent task" }),
  dependencyTaskId: T.String({ description: "Id of the task that must be done first" }),
});
export type Edge = Static<typeof Edge>;

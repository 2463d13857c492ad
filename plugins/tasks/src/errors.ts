import { defineError, T } from "@postern/core";
import { Readiness, Status } from "./schemas.ts";

const task = T.Object({ taskId: T.String() });

export const TaskNotFound = defineError("tasks.task_not_found", {
  status: 404,
  data: task,
  message: ({ taskId }) => `There is no task ${taskId}`,
  fix: () => "postern tasks list",
});

export const TaskArchived = defineError("tasks.task_archived", {
  status: 409,
  data: task,
  message: ({ taskId }) => `Task ${taskId} is archived`,
  fix: ({ taskId }) => `postern tasks unarchive --taskId ${taskId}`,
});

export const IdempotencyConflict = defineError("tasks.idempotency_conflict", {
  status: 409,
  data: task,
  message: ({ taskId }) => `This idempotencyKey made task ${taskId} from other fields`,
  fix: ({ taskId }) => `postern tasks show --taskId ${taskId}`,
});

export const RevisionMismatch = defineError("tasks.revision_mismatch", {
  status: 409,
  data: T.Object({ taskId: T.String(), expected: T.Integer(), current: T.Integer() }),
  message: ({ taskId, expected, current }) => `Task ${taskId} is at revision ${current}, not ${expected}`,
  fix: ({ taskId }) => `postern tasks show --taskId ${taskId}`,
});

export const WrongStatus = defineError("tasks.wrong_status", {
  status: 409,
  data: T.Object({
    taskId: T.String(),
    operation: T.String(),
    taskStatus: Status,
    allowed: T.Array(Status, { description: "The statuses that the operation takes" }),
  }),
  message: ({ taskId, operation, taskStatus, allowed }) =>
    `Task ${taskId} is ${taskStatus}; ${operation} takes one that is ${allowed.join(" or ")}`,
  fix: ({ taskId, taskStatus, allowed }) => `postern tasks ${helpful(taskStatus, allowed)} --taskId ${taskId}`,
});

/** What brings a task of this status to one of those. */
function helpful(status: string, allowed: readonly string[]): string {
  if (status === "done" || status === "failed") return "reopen";
  return status === "active" && allowed.includes("open") ? "release" : "show";
}

export const NotReady = defineError("tasks.not_ready", {
  status: 409,
  data: T.Object({ taskId: T.String(), readiness: Readiness }),
  message: ({ taskId, readiness }) => `Task ${taskId} cannot start. ${readiness.reason}`,
  fix: ({ taskId }) => `postern tasks deps list --taskId ${taskId}`,
});

export const DependencyCycle = defineError("tasks.dependency_cycle", {
  status: 409,
  data: T.Object({
    taskId: T.String(),
    dependencyTaskId: T.String(),
    path: T.Array(T.String(), {
      description: "Each waits for the next; from taskId round to taskId. A circle of more than 1,000 lacks its middle",
    }),
    tasks: T.Integer({ description: "How many tasks the circle would have" }),
  }),
  message: ({ taskId, dependencyTaskId, tasks }) =>
    `${taskId} cannot wait for ${dependencyTaskId}, which waits for ${taskId} already: a circle of ${tasks} tasks`,
  fix: ({ taskId }) => `postern tasks deps graph --taskId ${taskId}`,
});

export const TooManyDependencies = defineError("tasks.too_many_dependencies", {
  status: 409,
  data: T.Object({ taskId: T.String(), limit: T.Integer() }),
  message: ({ taskId, limit }) =>
    `Task ${taskId} depends on ${limit} tasks, which is the most; let a task between them gather some`,
});

export const ParentCycle = defineError("tasks.parent_cycle", {
  status: 409,
  data: T.Object({
    taskId: T.String(),
    path: T.Array(T.String(), { description: "Each is a part of the next; from taskId round to taskId" }),
  }),
  message: ({ taskId, path }) => `Task ${taskId} cannot be a part of ${path[1]}, which is a part of it`,
  fix: ({ taskId }) => `postern tasks list --parent ${taskId}`,
});

export const TooDeep = defineError("tasks.too_deep", {
  status: 409,
  data: T.Object({ taskId: T.String(), limit: T.Integer() }),
  message: ({ taskId, limit }) => `Task ${taskId} has ${limit} tasks above it, which is the most`,
});

export const CommentNotFound = defineError("tasks.comment_not_found", {
  status: 404,
  data: T.Object({ commentId: T.String() }),
  message: ({ commentId }) => `There is no comment ${commentId}`,
});

export const CommentNotYours = defineError("tasks.comment_not_yours", {
  status: 403,
  data: T.Object({ author: T.String() }),
  message: ({ author }) => `Only ${author}, who wrote it, or an admin may do this`,
});

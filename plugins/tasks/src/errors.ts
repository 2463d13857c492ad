import { defineError, T } from "@postern/core";
import { Readiness, Status } from "./schemas.ts";

const task = T.Object({ taskId: T.String() });

export const TaskNotFound = defineError("tasks.task_not_found", {
  status: 404,
  data: task,
  message: ({ taskId }) => `Task "${taskId}" not found. List tasks with "postern tasks list".`,
  fix: () => "postern tasks list",
});

export const TaskArchived = defineError("tasks.task_archived", {
  status: 409,
  data: task,
  message: ({ taskId }) =>
    `Task "${taskId}" is archived. Unarchive it with "postern tasks unarchive --taskId ${taskId}".`,
  fix: ({ taskId }) => `postern tasks unarchive --taskId ${taskId}`,
});

export const ProjectUnknown = defineError("tasks.project_not_found", {
  status: 404,
  data: T.Object({ project: T.String(), isEnabled: T.Boolean() }),
  message: ({ project, isEnabled }) =>
    isEnabled
      ? `Project "${project}" not found. List projects with "postern projects list".`
      : `Project "${project}" not found, because the plugin projects is not enabled. Enable it in the configuration.`,
  fix: ({ isEnabled }) => (isEnabled ? "postern projects list" : "postern service plugins"),
});

export const IdempotencyConflict = defineError("tasks.idempotency_conflict", {
  status: 409,
  data: task,
  message: ({ taskId }) =>
    `This idempotencyKey was already used to create task "${taskId}" with different fields. Use another key.`,
  fix: ({ taskId }) => `postern tasks show --taskId ${taskId}`,
});

export const RevisionMismatch = defineError("tasks.revision_mismatch", {
  status: 409,
  data: T.Object({ taskId: T.String(), expected: T.Integer(), current: T.Integer() }),
  message: ({ taskId, expected, current }) =>
    `Task "${taskId}" is at revision ${current}, not ${expected}. Read the task again and retry.`,
  fix: ({ taskId }) => `postern tasks show --taskId ${taskId}`,
});

export const WrongStatus = defineError("tasks.wrong_status", {
  status: 409,
  data: T.Object({
    taskId: T.String(),
    operation: T.String(),
    taskStatus: Status,
    allowed: T.Array(Status, { description: "The statuses in which the operation is allowed" }),
  }),
  message: ({ taskId, operation, taskStatus, allowed }) =>
    `Task "${taskId}" is ${taskStatus}. ${operation} requires a task that is ${allowed.join(" or ")}.`,
  fix: ({ taskId, taskStatus, allowed }) => `postern tasks ${helpfulCommand(taskStatus, allowed)} --taskId ${taskId}`,
});

/** The command that moves a task from this status to an allowed one. */
function helpfulCommand(status: string, allowed: readonly string[]): string {
  if (status === "done" || status === "failed") return "reopen";
  return status === "active" && allowed.includes("open") ? "release" : "show";
}

export const NotReady = defineError("tasks.not_ready", {
  status: 409,
  data: T.Object({ taskId: T.String(), readiness: Readiness }),
  message: ({ taskId, readiness }) => `Task "${taskId}" cannot start. ${readiness.reason}.`,
  fix: ({ taskId }) => `postern tasks deps list --taskId ${taskId}`,
});

export const DependencyCycle = defineError("tasks.dependency_cycle", {
  status: 409,
  data: T.Object({
    taskId: T.String(),
    dependencyTaskId: T.String(),
    path: T.Array(T.String(), {
      description:
        "Each task depends on the next, from taskId back to taskId. For a cycle of more than 1,000 tasks, the middle " +
        "is omitted",
    }),
    tasks: T.Integer({ description: "Number of tasks in the cycle" }),
  }),
  message: ({ taskId, dependencyTaskId, tasks }) =>
    `Task "${taskId}" cannot depend on "${dependencyTaskId}": this would create a cycle of ${tasks} tasks.`,
  fix: ({ taskId }) => `postern tasks deps graph --taskId ${taskId}`,
});

export const TooManyDependencies = defineError("tasks.too_many_dependencies", {
  status: 409,
  data: T.Object({ taskId: T.String(), limit: T.Integer() }),
  message: ({ taskId, limit }) =>
    `Task "${taskId}" already has ${limit} dependencies, the maximum. Group some of them under an intermediate task.`,
});

export const ParentCycle = defineError("tasks.parent_cycle", {
  status: 409,
  data: T.Object({
    taskId: T.String(),
    path: T.Array(T.String(), { description: "Each task is a subtask of the next, from taskId back to taskId" }),
  }),
  message: ({ taskId, path }) => `Task "${taskId}" cannot have "${path[1]}" as its parent: this would create a cycle.`,
  fix: ({ taskId }) => `postern tasks list --parent ${taskId}`,
});

export const TooDeep = defineError("tasks.too_deep", {
  status: 409,
  data: T.Object({ taskId: T.String(), limit: T.Integer() }),
  message: ({ taskId, limit }) =>
    `Task "${taskId}" cannot have subtasks: it is already nested ${limit} levels deep, the maximum.`,
});

export const CommentNotFound = defineError("tasks.comment_not_found", {
  status: 404,
  data: T.Object({ commentId: T.String() }),
  message: ({ commentId }) => `Comment "${commentId}" not found. List comments with "postern tasks comments list".`,
});

export const CommentNotYours = defineError("tasks.comment_not_yours", {
  status: 403,
  data: T.Object({ author: T.String() }),
  message: ({ author }) => `Only its author (${author}) or an admin can change or remove this comment.`,
});

import { defineEvent, T } from "@postern/core";
import { Comment, Dependency, TaskState } from "./schemas.ts";

const taskEvent = (past: string) => ({
  summary: `A task ${past}`,
  data: T.Object({ task: TaskState }),
  subject: ({ task }: { task: { id: string } }) => task.id,
});
const commentEvent = (past: string) => ({
  summary: `A comment on a task was ${past}`,
  data: T.Object({ comment: Comment }),
  subject: ({ comment }: { comment: { taskId: string } }) => comment.taskId,
});
const dependencyEvent = (summary: string) => ({
  summary,
  data: T.Object({ dependency: Dependency }),
  subject: ({ dependency }: { dependency: { taskId: string } }) => dependency.taskId,
});

export const taskCreated = defineEvent("tasks.task.created", taskEvent("was created"));
export const taskUpdated = defineEvent("tasks.task.updated", taskEvent("was updated"));
export const taskReady = defineEvent(
  "tasks.task.ready",
  taskEvent("became ready to start: it is open and all its dependencies are done"),
);
export const taskStarted = defineEvent("tasks.task.started", taskEvent("was started"));
export const taskReleased = defineEvent("tasks.task.released", taskEvent("was released and is open again"));
export const taskBlocked = defineEvent("tasks.task.blocked", taskEvent("was blocked"));
export const taskDone = defineEvent("tasks.task.done", taskEvent("was completed"));
export const taskFailed = defineEvent("tasks.task.failed", taskEvent("failed"));
export const taskReopened = defineEvent("tasks.task.reopened", taskEvent("was reopened"));
export const taskArchived = defineEvent("tasks.task.archived", taskEvent("was archived"));
export const taskUnarchived = defineEvent("tasks.task.unarchived", taskEvent("was unarchived"));

export const commentCreated = defineEvent("tasks.comment.created", commentEvent("created"));
export const commentUpdated = defineEvent("tasks.comment.updated", commentEvent("updated"));
export const commentRemoved = defineEvent("tasks.comment.removed", commentEvent("removed"));

export const dependencyAdded = defineEvent("tasks.dep.added", dependencyEvent("A dependency was added"));
export const dependencyRemoved = defineEvent("tasks.dep.removed", dependencyEvent("A dependency was removed"));
export const dependencyRefused = defineEvent("tasks.dep.refused", {
  ...dependencyEvent("A dependency was dropped because it formed a cycle with a dependency from another gateway"),
  data: T.Object({
    dependency: Dependency,
    circle: T.Array(T.String(), { description: "Ids of the tasks in the cycle" }),
  }),
});

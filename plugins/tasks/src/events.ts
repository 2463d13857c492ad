import { defineEvent, T } from "@postern/core";
import { Comment, Dependency, TaskState } from "./schemas.ts";

const taskIs = (past: string) => ({
  summary: `A task ${past}`,
  data: T.Object({ task: TaskState }),
  subject: ({ task }: { task: { id: string } }) => task.id,
});
const commentIs = (past: string) => ({
  summary: `A comment on a task was ${past}`,
  data: T.Object({ comment: Comment }),
  subject: ({ comment }: { comment: { taskId: string } }) => comment.taskId,
});
const dependencyIs = (summary: string) => ({
  summary,
  data: T.Object({ dependency: Dependency }),
  subject: ({ dependency }: { dependency: { taskId: string } }) => dependency.taskId,
});

export const taskCreated = defineEvent("tasks.task.created", taskIs("was created"));
export const taskUpdated = defineEvent("tasks.task.updated", taskIs("was changed"));
export const taskReady = defineEvent(
  "tasks.task.ready",
  taskIs("can start: it is open, and all that it waited for is done"),
);
export const taskStarted = defineEvent("tasks.task.started", taskIs("was started"));
export const taskReleased = defineEvent("tasks.task.released", taskIs("was given back, and is open again"));
export const taskBlocked = defineEvent("tasks.task.blocked", taskIs("is blocked"));
export const taskDone = defineEvent("tasks.task.done", taskIs("is done"));
export const taskFailed = defineEvent("tasks.task.failed", taskIs("failed"));
export const taskReopened = defineEvent("tasks.task.reopened", taskIs("was reopened"));
export const taskArchived = defineEvent("tasks.task.archived", taskIs("was archived"));
export const taskUnarchived = defineEvent("tasks.task.unarchived", taskIs("was taken back from the archive"));

export const commentCreated = defineEvent("tasks.comment.created", commentIs("written"));
export const commentUpdated = defineEvent("tasks.comment.updated", commentIs("changed"));
export const commentRemoved = defineEvent("tasks.comment.removed", commentIs("removed"));

export const dependencyAdded = defineEvent("tasks.dep.added", dependencyIs("A task waits for another one"));
export const dependencyRemoved = defineEvent(
  "tasks.dep.removed",
  dependencyIs("A task does not wait for another one any more"),
);
export const dependencyRefused = defineEvent("tasks.dep.refused", {
  ...dependencyIs("A dependency gave way, since with one that was added on another gateway it closed a circle"),
  data: T.Object({ dependency: Dependency, circle: T.Array(T.String(), { description: "The tasks of the circle" }) }),
});

import type { MutableRecords, Reads } from "@postern/core";
import { commentCount, instructions, type TaskRecord, tasks } from "./collections.ts";
import { TaskArchived, TaskNotFound } from "./errors.ts";
import { readinessIn } from "./readiness.ts";
import type { Task, TaskItem, TaskState } from "./schemas.ts";

/** The task, or 404. */
export async function taskOf(store: Reads, taskId: string): Promise<TaskRecord> {
  const task = await store.get(tasks, taskId);
  if (task === undefined) throw TaskNotFound({ taskId });
  return task;
}

/** The task, or 404, or 409 while it is archived. */
export async function standingTaskOf(store: Reads, taskId: string): Promise<TaskRecord> {
  const task = await taskOf(store, taskId);
  if (task.archivedAt !== undefined) throw TaskArchived({ taskId });
  return task;
}

/** The task that somebody made with a key of its own; others may have used the same key for theirs. */
export async function madeWith(
  store: Reads,
  createdBy: string,
  idempotencyKey: string | undefined,
): Promise<TaskRecord | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const own = await store.one(tasks, "byOwnKey", createdBy, idempotencyKey);
  const former = own ? undefined : await store.one(tasks, "byIdempotencyKey", idempotencyKey);
  return former?.createdBy === createdBy ? former : own;
}

/** How the task is to be done, where somebody said so. */
export const instructionsOf = async (store: Reads, taskId: string): Promise<string | undefined> =>
  (await store.get(instructions, taskId))?.text;

/** Stages how the task is to be done; an empty text takes it away. */
export async function writeInstructions(store: MutableRecords, taskId: string, text: string): Promise<void> {
  if (text) await store.put(instructions, { taskId, text });
  else await store.delete(instructions, taskId);
}

/** A task as events carry it. */
export function stateOf({ number: _number, asked: _asked, isKeyOwn: _own, ...state }: TaskRecord): TaskState {
  return state;
}

/** A task as lists show it. */
export async function showItem(store: Reads, task: TaskRecord): Promise<TaskItem> {
  return {
    ...stateOf(task),
    commentCount: await store.sum(commentCount, task.id),
    readiness: await readinessIn(store, task),
  };
}

/** A task, whole. Commands give a unchecked to read with: what they tell of beside their change may be a moment old. */
export async function showTask(store: Reads, task: TaskRecord): Promise<Task> {
  const text = await instructionsOf(store, task.id);
  return { ...(await showItem(store, task)), ...(text !== undefined && { instructions: text }) };
}

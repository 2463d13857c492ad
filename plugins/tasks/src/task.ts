import type { MutableRecords, Reads } from "@postern/core";
import { commentCount, instructions, type TaskRecord, tasks } from "./collections.ts";
import { TaskArchived, TaskNotFound } from "./errors.ts";
import { readinessIn } from "./readiness.ts";
import type { Task, TaskItem, TaskState } from "./schemas.ts";

/** The task. Throws 404 if it does not exist. */
export async function taskOf(store: Reads, taskId: string): Promise<TaskRecord> {
  const task = await store.get(tasks, taskId);
  if (task === undefined) throw TaskNotFound({ taskId });
  return task;
}

/** The task. Throws 404 if it does not exist, and 409 if it is archived. */
export async function unarchivedTaskOf(store: Reads, taskId: string): Promise<TaskRecord> {
  const task = await taskOf(store, taskId);
  if (task.archivedAt !== undefined) throw TaskArchived({ taskId });
  return task;
}

/** The task that this caller created with the key. Other callers may have used the same key. */
export async function taskByKey(
  store: Reads,
  createdBy: string,
  idempotencyKey: string | undefined,
): Promise<TaskRecord | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const own = await store.one(tasks, "byOwnKey", createdBy, idempotencyKey);
  const legacy = own ? undefined : await store.one(tasks, "byIdempotencyKey", idempotencyKey);
  return legacy?.createdBy === createdBy ? legacy : own;
}

export const instructionsOf = async (store: Reads, taskId: string): Promise<string | undefined> =>
  (await store.get(instructions, taskId))?.text;

/** Stages the instructions; an empty text removes them. */
export async function writeInstructions(store: MutableRecords, taskId: string, text: string): Promise<void> {
  if (text) await store.put(instructions, { taskId, text });
  else await store.delete(instructions, taskId);
}

/** A task as it appears in events. */
export function stateOf({ number: _number, asked: _asked, isKeyOwn: _own, ...state }: TaskRecord): TaskState {
  return state;
}

/** A task as it appears in lists. */
export async function showItem(store: Reads, task: TaskRecord): Promise<TaskItem> {
  return {
    ...stateOf(task),
    commentCount: await store.sum(commentCount, task.id),
    readiness: await readinessIn(store, task),
  };
}

/**
 * A task with all its fields. Commands pass unchecked reads: what they report besides their change need not be current.
 */
export async function showTask(store: Reads, task: TaskRecord): Promise<Task> {
  const text = await instructionsOf(store, task.id);
  return { ...(await showItem(store, task)), ...(text !== undefined && { instructions: text }) };
}

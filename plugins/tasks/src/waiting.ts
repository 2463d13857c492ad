import type { MutableRecords, Records, Transacting } from "@postern/core";
import { paceItems, scanRecords } from "@postern/kit/paging";
import {
  dependents,
  type ReadyRecord,
  ready,
  readyCount,
  readyRecordOf,
  type TaskRecord,
  tasks,
  waits,
} from "./collections.ts";
import { taskReady } from "./events.ts";
import { isStartable } from "./readiness.ts";
import { stateOf } from "./task.ts";

/** Adds the task to the ready tasks, or updates its entry. Emits an event only if it was not ready before. */
export async function addReady(ctx: Pick<Transacting, "store" | "emit">, task: TaskRecord): Promise<void> {
  const before = await ctx.store.get(ready, task.id);
  await putReady(ctx, task, before);
}

async function putReady(
  { store, emit }: Pick<Transacting, "store" | "emit">,
  task: TaskRecord,
  before?: ReadyRecord,
): Promise<void> {
  const record = readyRecordOf(task);
  await store.put(ready, record);
  count(store, record, 1);
  if (before) count(store, before, -1);
  else emit(taskReady, { task: stateOf(task) });
}

/** Removes the task from the ready tasks. */
export async function removeReady(store: MutableRecords, taskId: string): Promise<void> {
  const before = await store.get(ready, taskId);
  if (!before) return;
  await store.delete(ready, taskId);
  count(store, before, -1);
}

function count(store: MutableRecords, { assignee }: ReadyRecord, by: 1 | -1): void {
  store.add(readyCount, by, "all");
  if (assignee !== undefined) store.add(readyCount, by, "for", assignee);
}

/**
 * The tasks that depend on a task. Read this and `freedAmong` before staging any write: a later range read is merged
 * with all staged writes, which is slow for a task with thousands of dependents.
 */
export async function dependentsOf(store: Records, taskId: string): Promise<string[]> {
  const dependentIds: string[] = [];
  for await (const dependent of scanRecords(store, dependents, { prefix: [taskId] }))
    dependentIds.push(dependent.taskId);
  return dependentIds;
}

/** The dependents that wait only for this task, and can start once it is done. */
export async function unblockedAmong(store: Records, dependentIds: readonly string[]): Promise<TaskRecord[]> {
  const unblocked: TaskRecord[] = [];
  for await (const dependent of paceItems(dependentIds)) {
    const { items } = await store.find(waits, { prefix: [dependent], limit: 2 });
    if (items.length > 1) continue;
    const task = await store.get(tasks, dependent);
    if (task && isStartable(task)) unblocked.push(task);
  }
  return unblocked;
}

/** Stages that a task is done: its dependents no longer wait for it. */
export async function releaseDependents(
  ctx: Transacting,
  taskId: string,
  dependentIds: readonly string[],
  unblocked: readonly TaskRecord[],
): Promise<void> {
  for await (const dependent of paceItems(dependentIds)) await ctx.store.delete(waits, dependent, taskId);
  // A task that waited was not ready.
  for await (const task of paceItems(unblocked)) await putReady(ctx, task);
}

/** Stages that a task is reopened: its dependents wait for it again. */
export async function blockDependents(
  store: MutableRecords,
  taskId: string,
  dependentIds: readonly string[],
): Promise<void> {
  for await (const dependent of paceItems(dependentIds)) {
    await store.put(waits, { taskId: dependent, dependencyTaskId: taskId });
    await removeReady(store, dependent);
  }
}

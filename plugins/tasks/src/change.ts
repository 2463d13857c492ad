import type { MutableRecords, Transacting } from "@postern/core";
import { childCount, projectCount, type TaskRecord, tasks } from "./collections.ts";
import { isReady, isStartable } from "./readiness.ts";
import { addReady, blockDependents, dependentsOf, releaseDependents, removeReady, unblockedAmong } from "./waiting.ts";

/**
 * Writes a task and everything derived from it: the waiting dependents, the list of ready tasks and the counts of its
 * parent. Every write of a task must go through this function.
 */
export async function writeTask(ctx: Transacting, task: TaskRecord, before?: TaskRecord): Promise<void> {
  const { store } = ctx;
  const isDone = task.status === "done";
  const isDoneChanged = before !== undefined && (before.status === "done") !== isDone;
  const dependents = isDoneChanged ? await dependentsOf(store, task.id) : [];
  const unblocked = isDone ? await unblockedAmong(store, dependents) : [];
  // A new task has no dependencies.
  const mayStart = before ? await isReady(store, task) : isStartable(task);
  count(store, before, -1);
  count(store, task, 1);
  await store.put(tasks, task);
  if (mayStart) await addReady(ctx, task);
  else if (before && isStartable(before)) await removeReady(store, task.id);
  if (isDone) await releaseDependents(ctx, task.id, dependents, unblocked);
  else await blockDependents(store, task.id, dependents);
}

function count(store: MutableRecords, task: TaskRecord | undefined, by: 1 | -1): void {
  if (task === undefined || task.archivedAt !== undefined) return;
  if (task.parent !== undefined) store.add(childCount, by, task.parent, task.status);
  if (task.projectId !== undefined) store.add(projectCount, by, task.projectId, task.status);
}

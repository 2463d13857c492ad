import type { MutableRecords, Transacting } from "@postern/core";
import { childCount, type TaskRecord, tasks } from "./collections.ts";
import { delist, enlist, followersOf, freedAmong, holdBack, isStartable, isWaiting, letGo } from "./waiting.ts";

/**
 * Writes a task, with all that follows from it: who waits for it, whether it can start, and the counts of its parent.
 * The one way to write a task.
 */
export async function writeTask(ctx: Transacting, task: TaskRecord, before?: TaskRecord): Promise<void> {
  const { store } = ctx;
  const isDone = task.status === "done";
  const isTurned = before !== undefined && (before.status === "done") !== isDone;
  const followers = isTurned ? await followersOf(store, task.id) : [];
  const freed = isDone ? await freedAmong(store, followers) : [];
  const mayStart = isStartable(task) && !(before && (await isWaiting(store, task.id)));
  countChild(store, before, -1);
  countChild(store, task, 1);
  await store.put(tasks, task);
  if (mayStart) await enlist(ctx, task);
  else if (before && isStartable(before)) await delist(store, task.id);
  if (isDone) await letGo(ctx, task.id, followers, freed);
  else await holdBack(store, task.id, followers);
}

function countChild(store: MutableRecords, task: TaskRecord | undefined, by: 1 | -1): void {
  if (task?.parent !== undefined && task.archivedAt === undefined) store.add(childCount, by, task.parent, task.status);
}

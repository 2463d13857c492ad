import type { MutableRecords, Records, Transacting } from "@postern/core";
import { everyOf, inTurns } from "@postern/core/paging";
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
import { stateOf } from "./task.ts";

/** Whether the task has something left to wait for. */
export const isWaiting = async (store: Records, taskId: string): Promise<boolean> =>
  (await store.find(waits, { prefix: [taskId], limit: 1 })).items.length > 0;

/** Whether the task can start once it waits for nothing. */
export const isStartable = ({ status, archivedAt }: TaskRecord): boolean =>
  status === "open" && archivedAt === undefined;

/** Puts the task among those that can start, and tells of it if it was not; a changed one is put there anew. */
export async function enlist({ store, emit }: Pick<Transacting, "store" | "emit">, task: TaskRecord): Promise<void> {
  const before = await store.get(ready, task.id);
  const record = readyRecordOf(task);
  await store.put(ready, record);
  count(store, record, 1);
  if (before) count(store, before, -1);
  else emit(taskReady, { task: stateOf(task) });
}

/** Takes the task away from those that can start. */
export async function delist(store: MutableRecords, taskId: string): Promise<void> {
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
 * Who depends on the task. This and `freedAmong` are to be read before anything is staged: a range that is read later is
 * compared with all that is staged by then, and ten thousand may wait for one.
 */
export async function followersOf(store: Records, taskId: string): Promise<string[]> {
  const followers: string[] = [];
  for await (const follower of everyOf(store, dependents, { prefix: [taskId] })) followers.push(follower.taskId);
  return followers;
}

/** Those of a task's followers that wait for nothing else, and can start once it is done. */
export async function freedAmong(store: Records, followers: readonly string[]): Promise<TaskRecord[]> {
  const freed: TaskRecord[] = [];
  for await (const follower of inTurns(followers)) {
    const { items } = await store.find(waits, { prefix: [follower], limit: 2 });
    if (items.length > 1) continue;
    const task = await store.get(tasks, follower);
    if (task && isStartable(task)) freed.push(task);
  }
  return freed;
}

/** The task is done: who waited for it waits no more. */
export async function letGo(
  ctx: Transacting,
  taskId: string,
  followers: readonly string[],
  freed: readonly TaskRecord[],
): Promise<void> {
  for await (const follower of inTurns(followers)) await ctx.store.delete(waits, follower, taskId);
  for await (const task of inTurns(freed)) await enlist(ctx, task);
}

/** The task is to be done again: who depends on it waits again. */
export async function holdBack(store: MutableRecords, taskId: string, followers: readonly string[]): Promise<void> {
  for await (const follower of inTurns(followers)) {
    await store.put(waits, { taskId: follower, dependencyTaskId: taskId });
    await delist(store, follower);
  }
}

import { gatewayErrors, type Reads, type Transacting } from "@postern/core";
import { dependencies, dependencyCount, dependentCount, dependents, places, tasks, waits } from "./collections.ts";
import { DependencyCycle, TooManyDependencies } from "./errors.ts";
import { dependencyAdded, dependencyRemoved } from "./events.ts";
import { type Move, seek } from "./graph/search.ts";
import type { Dependency, Edge } from "./schemas.ts";
import { standingTaskOf, taskOf } from "./task.ts";
import { delist, enlist, isStartable, isWaiting } from "./waiting.ts";

/** How many tasks one may depend on; how many may depend on one has no bound. */
const MOST = 1_000;
/** How much of a circle is told from each of its ends. */
const TOLD = 500;

/** The dependency where there is one already, or else what has to move for it; throws where there can be none. */
export async function look(
  store: Reads & { readonly unchecked: Reads },
  { taskId, dependencyTaskId }: Edge,
): Promise<{ there?: Dependency; moves: readonly Move[] }> {
  if (taskId === dependencyTaskId) {
    const issue = { path: "/dependencyTaskId", code: "self", message: "must be another task than taskId" };
    throw gatewayErrors.InvalidInput({ issues: [issue] });
  }
  await standingTaskOf(store, taskId);
  await taskOf(store, dependencyTaskId);
  const there = await store.get(dependencies, taskId, dependencyTaskId);
  if (there) return { there, moves: [] };
  // Nobody would do it: the task would wait for ever.
  await standingTaskOf(store, dependencyTaskId);
  // A bound for memory and not a rule: a few more that come in this very moment do no harm.
  const count = await store.unchecked.sum(dependencyCount, taskId);
  if (count >= MOST) throw TooManyDependencies({ taskId, limit: MOST });
  const outcome = await seek(store, taskId, dependencyTaskId);
  if ("moves" in outcome) return outcome;
  const { circle } = outcome;
  const path = circle.length <= 2 * TOLD ? [...circle] : [...circle.slice(0, TOLD), ...circle.slice(-TOLD)];
  throw DependencyCycle({ taskId, dependencyTaskId, path, tasks: circle.length - 1 });
}

/** Makes the task wait for the other one; both were looked at. */
export async function add(
  ctx: Transacting,
  { taskId, dependencyTaskId }: Edge,
  moves: readonly Move[],
  createdAt: number = ctx.now,
): Promise<Dependency> {
  const { store, emit } = ctx;
  const { status } = await taskOf(store, dependencyTaskId);
  const dependency = { taskId, dependencyTaskId, createdAt };
  await store.put(dependencies, dependency);
  await store.put(dependents, dependency);
  for (const move of moves) await store.put(places, move);
  store.add(dependencyCount, 1, taskId);
  store.add(dependentCount, 1, dependencyTaskId);
  if (status !== "done") {
    await store.put(waits, { taskId, dependencyTaskId });
    await delist(store, taskId);
  }
  emit(dependencyAdded, { dependency });
  return dependency;
}

/** Ends the waiting; the order of work stays, since it is no worse for it. */
export async function remove(ctx: Transacting, dependency: Dependency): Promise<void> {
  const { store, emit } = ctx;
  const { taskId, dependencyTaskId } = dependency;
  await store.delete(dependencies, taskId, dependencyTaskId);
  await store.delete(dependents, dependencyTaskId, taskId);
  store.add(dependencyCount, -1, taskId);
  store.add(dependentCount, -1, dependencyTaskId);
  emit(dependencyRemoved, { dependency });
  if (!(await store.get(waits, taskId, dependencyTaskId))) return;
  await store.delete(waits, taskId, dependencyTaskId);
  const task = await store.get(tasks, taskId);
  if (task && isStartable(task) && !(await isWaiting(store, taskId))) await enlist(ctx, task);
}

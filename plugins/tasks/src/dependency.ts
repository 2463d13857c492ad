import { gatewayErrors, type Reads, type Transacting } from "@postern/core";
import { dependencies, dependencyCount, dependentCount, dependents, positions, tasks, waits } from "./collections.ts";
import { DependencyCycle, TooManyDependencies } from "./errors.ts";
import { dependencyAdded, dependencyRemoved } from "./events.ts";
import { type Move, searchCycle } from "./graph/search.ts";
import { isReady } from "./readiness.ts";
import type { Dependency, Edge } from "./schemas.ts";
import { taskOf, unarchivedTaskOf } from "./task.ts";
import { addReady, removeReady } from "./waiting.ts";

/** Maximum number of dependencies of a task. The number of dependents is not limited. */
const MAX_COUNT = 1_000;
/** Longer cycles are reported with this many tasks from each end. */
const CYCLE_ENDS = 500;

/** The existing dependency, or the moves needed to add it. Throws if it cannot be added. */
export async function planDependency(
  store: Reads & { readonly unchecked: Reads },
  { taskId, dependencyTaskId }: Edge,
): Promise<{ existing?: Dependency; moves: readonly Move[] }> {
  if (taskId === dependencyTaskId) {
    const issue = { path: "/dependencyTaskId", code: "self", message: "must not be the same task as taskId" };
    throw gatewayErrors.InvalidInput({ issues: [issue] });
  }
  await unarchivedTaskOf(store, taskId);
  await taskOf(store, dependencyTaskId);
  const existing = await store.get(dependencies, taskId, dependencyTaskId);
  if (existing) return { existing, moves: [] };
  // Nobody works on an archived task, so the dependent would never become ready.
  await unarchivedTaskOf(store, dependencyTaskId);
  // The limit protects memory: a few more from concurrent calls do no harm, so an unchecked read is enough.
  const count = await store.unchecked.sum(dependencyCount, taskId);
  if (count >= MAX_COUNT) throw TooManyDependencies({ taskId, limit: MAX_COUNT });
  const outcome = await searchCycle(store, taskId, dependencyTaskId);
  if ("moves" in outcome) return outcome;
  const { cycle } = outcome;
  const path =
    cycle.length <= 2 * CYCLE_ENDS ? [...cycle] : [...cycle.slice(0, CYCLE_ENDS), ...cycle.slice(-CYCLE_ENDS)];
  throw DependencyCycle({ taskId, dependencyTaskId, path, tasks: cycle.length - 1 });
}

/** Stages the dependency and its moves. Both tasks must have been checked. */
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
  for (const move of moves) await store.put(positions, move);
  store.add(dependencyCount, 1, taskId);
  store.add(dependentCount, 1, dependencyTaskId);
  if (status !== "done") {
    await store.put(waits, { taskId, dependencyTaskId });
    await removeReady(store, taskId);
  }
  emit(dependencyAdded, { dependency });
  return dependency;
}

/** Stages the removal. The order stays as it is, since it remains valid with fewer dependencies. */
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
  if (task && (await isReady(store, task))) await addReady(ctx, task);
}

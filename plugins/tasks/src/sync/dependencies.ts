import { type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, dependencyMissing, portionOf } from "@postern/kit/sync";
import { dependencies, dependents, tasks } from "../collections.ts";
import { add, remove } from "../dependency.ts";
import { dependencyRefused } from "../events.ts";
import { searchCycle } from "../graph/search.ts";
import { type Dependency, DependencyTaskId, TaskId } from "../schemas.ts";

const SyncedDependency = T.Object(
  { taskId: TaskId, dependencyTaskId: DependencyTaskId, createdAt: T.Number() },
  { additionalProperties: false },
);

export const syncedDependencies = defineSyncKind({
  name: ["taskId", "dependencyTaskId"],
  schema: SyncedDependency,
  read: (store, taskId = "", dependencyTaskId = "") => store.get(dependencies, taskId, dependencyTaskId),
  list: (store, portion) =>
    portionOf(store, dependencies, portion, ({ taskId, dependencyTaskId }) => [taskId, dependencyTaskId]),
  put,
  async remove(ctx, taskId = "", dependencyTaskId = "") {
    const dependency = await ctx.store.get(dependencies, taskId, dependencyTaskId);
    if (dependency) await remove(ctx, dependency);
  },
});

/**
 * Dependencies added on different gateways may form a cycle together. Every gateway then drops the one that was added
 * last: either the incoming one is not stored, or an existing one is removed.
 */
async function put(ctx: Transacting, incoming: Static<typeof SyncedDependency>): Promise<void> {
  const { store, emit } = ctx;
  const { taskId, dependencyTaskId } = incoming;
  if (taskId === dependencyTaskId) throw new Error("A task cannot depend on itself");
  for (const id of [taskId, dependencyTaskId]) if (!(await store.get(tasks, id))) throw dependencyMissing(["task", id]);
  if (await store.get(dependencies, taskId, dependencyTaskId)) {
    // Added on both sides: keep it with the time of the other side.
    await store.put(dependencies, incoming);
    await store.put(dependents, incoming);
    return;
  }
  for (;;) {
    const outcome = await searchCycle(store, taskId, dependencyTaskId);
    if ("moves" in outcome) {
      await add(ctx, incoming, outcome.moves, incoming.createdAt);
      return;
    }
    const circle = [...new Set(outcome.cycle)];
    const last = lastOf([incoming, ...(await edgesOf(ctx, outcome.cycle))]);
    emit(dependencyRefused, { dependency: last, circle });
    if (last === incoming) return;
    await remove(ctx, last);
  }
}

/** The existing dependencies along a path in which each task depends on the next. */
async function edgesOf({ store }: Transacting, path: readonly string[]): Promise<Dependency[]> {
  const edges = [];
  for (const [at, to] of path.entries()) {
    const from = path[at - 1];
    const edge = from === undefined ? undefined : await store.get(dependencies, from, to);
    if (edge) edges.push(edge);
  }
  return edges;
}

const lastOf = (edges: readonly Dependency[]): Dependency =>
  edges
    .toSorted((one, other) => one.createdAt - other.createdAt || (nameOf(one) < nameOf(other) ? -1 : 1))
    .at(-1) as Dependency;

const nameOf = ({ taskId, dependencyTaskId }: Dependency): string => `${taskId} ${dependencyTaskId}`;

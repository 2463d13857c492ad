import { type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, notYet, portionOf } from "@postern/core/sync";
import { dependencies, dependents, tasks } from "../collections.ts";
import { add, remove } from "../dependency.ts";
import { dependencyRefused } from "../events.ts";
import { seek } from "../graph/search.ts";
import { type Dependency, DependencyTaskId, TaskId } from "../schemas.ts";

const Travelling = T.Object(
  { taskId: TaskId, dependencyTaskId: DependencyTaskId, createdAt: T.Number() },
  { additionalProperties: false },
);

export const syncedDependencies = defineSyncKind({
  name: ["taskId", "dependencyTaskId"],
  schema: Travelling,
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
 * Dependencies that were added on different gateways may close a circle between them. Of those that make it up the one
 * that was added last gives way, here as there: what comes in is then not taken up, or what stands here is removed.
 */
async function put(ctx: Transacting, said: Static<typeof Travelling>): Promise<void> {
  const { store, emit } = ctx;
  const { taskId, dependencyTaskId } = said;
  if (taskId === dependencyTaskId) throw new Error("A task cannot wait for itself");
  for (const id of [taskId, dependencyTaskId]) if (!(await store.get(tasks, id))) throw notYet(["task", id]);
  if (await store.get(dependencies, taskId, dependencyTaskId)) {
    // Added on both sides: it stands, and was added when the other side says.
    await store.put(dependencies, said);
    await store.put(dependents, said);
    return;
  }
  for (;;) {
    const outcome = await seek(store, taskId, dependencyTaskId);
    if ("moves" in outcome) {
      await add(ctx, said, outcome.moves, said.createdAt);
      return;
    }
    const circle = [...new Set(outcome.circle)];
    const last = lastOf([said, ...(await edgesOf(ctx, outcome.circle))]);
    emit(dependencyRefused, { dependency: last, circle });
    if (last === said) return;
    await remove(ctx, last);
  }
}

/** The dependencies that stand along a path, in which each task waits for the next. */
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

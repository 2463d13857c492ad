import type { Collection, Reads } from "@postern/core";
import { everyOf, paced } from "@postern/core/paging";
import { dependencies, dependents, tasks, waits } from "../collections.ts";
import { isTerminal } from "../readiness.ts";
import type { Edge, Node } from "../schemas.ts";
import { nodeOf } from "./node.ts";
import { placeOf } from "./search.ts";

/** A part of the graph: its tasks in an order in which they could be done, and how they wait for each other. */
export interface Part {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  /** Whether there is more than was asked for. */
  readonly truncated: boolean;
}

/** What a part of the graph holds at most besides its tasks. */
const MOST_EDGES = 20_000;
/** How many waiting tasks are looked at for those that are unfinished. */
const MOST_LOOKED_AT = 20_000;

/** Whether a caller may see a task. What it may not see it does not see beyond either. */
type Seen = (taskId: string) => boolean;

/** All that the task waits for, and all that waits for it, directly or not: the nearest first. */
export async function around(store: Reads, taskId: string, limit: number, isSeen: Seen): Promise<Part> {
  const ids = new Set([taskId]);
  let [up, down] = [[taskId], [taskId]];
  let truncated = false;
  while (up.length + down.length > 0 && !truncated) {
    const [above, below]: [string[], string[]] = [[], []];
    const gather = (next: string[], id: string): boolean => {
      if (ids.has(id) || !isSeen(id)) return true;
      if (ids.size >= limit) return false;
      next.push(id);
      ids.add(id);
      return true;
    };
    truncated =
      !(await stepped(store, dependencies, up, (edge) => gather(above, edge.dependencyTaskId))) ||
      !(await stepped(store, dependents, down, (edge) => gather(below, edge.taskId)));
    [up, down] = [above, below];
  }
  return partOf(store, ids, truncated);
}

/** One step from each of the tasks; answers whether there was room for all. */
async function stepped(
  store: Reads,
  edges: Collection<Edge>,
  from: readonly string[],
  gather: (edge: Edge) => boolean,
): Promise<boolean> {
  const pace = paced();
  for (const id of from) {
    for await (const edge of everyOf(store, edges, { prefix: [id] })) {
      await pace();
      if (!gather(edge)) return false;
    }
  }
  return true;
}

/** Everything unfinished that waits, and what it waits for. */
export async function pending(store: Reads, limit: number, isSeen: Seen): Promise<Part> {
  const ids = new Set<string>();
  const pace = paced();
  let looked = 0;
  for await (const { taskId, dependencyTaskId } of everyOf(store, waits, {})) {
    await pace();
    if (++looked > MOST_LOOKED_AT) return partOf(store, ids, true);
    const task = await store.get(tasks, taskId);
    if (!task || isTerminal(task)) continue;
    const added = [taskId, dependencyTaskId].filter((id) => !ids.has(id) && isSeen(id));
    if (ids.size + added.length > limit) return partOf(store, ids, true);
    for (const id of added) ids.add(id);
  }
  return partOf(store, ids, false);
}

async function partOf(store: Reads, ids: ReadonlySet<string>, truncated: boolean): Promise<Part> {
  const nodes: { node: Node; at: string }[] = [];
  const edges: Edge[] = [];
  const pace = paced();
  let isCut = truncated;
  for (const id of ids) {
    const task = await store.get(tasks, id);
    if (!task) continue;
    const node = await nodeOf(store, task);
    nodes.push({ node, at: await placeOf(store, id) });
    await pace(1 + node.readiness.unsatisfied.length);
    for await (const { taskId, dependencyTaskId } of everyOf(store, dependencies, { prefix: [id] })) {
      await pace();
      if (!ids.has(dependencyTaskId)) continue;
      if (edges.length < MOST_EDGES) edges.push({ taskId, dependencyTaskId });
      else isCut = true;
    }
  }
  nodes.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
  return { nodes: nodes.map(({ node }) => node), edges, truncated: isCut };
}

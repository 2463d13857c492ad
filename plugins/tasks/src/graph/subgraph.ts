import type { Collection, Reads } from "@postern/core";
import { createPacer, scanRecords } from "@postern/kit/paging";
import { dependencies, dependents, tasks, waits } from "../collections.ts";
import { isTerminal } from "../readiness.ts";
import type { Edge, Node } from "../schemas.ts";
import { nodeOf } from "./node.ts";
import { positionOf } from "./search.ts";

/** A part of the graph: its tasks in topological order, and the dependencies between them. */
export interface Subgraph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  /** Whether a limit cut it off. */
  readonly truncated: boolean;
}

const MAX_EDGES = 20_000;
const MAX_VISITED = 20_000;

/** Whether a caller may see a task. Tasks behind a hidden task are not visited either. */
type IsVisible = (taskId: string) => boolean;

/** All direct and indirect dependencies and dependents of the task, nearest first. */
export async function subgraphAround(
  store: Reads,
  taskId: string,
  limit: number,
  isVisible: IsVisible,
): Promise<Subgraph> {
  const ids = new Set([taskId]);
  let [up, down] = [[taskId], [taskId]];
  let truncated = false;
  while (up.length + down.length > 0 && !truncated) {
    const [above, below]: [string[], string[]] = [[], []];
    const add = (next: string[], id: string): boolean => {
      if (ids.has(id) || !isVisible(id)) return true;
      if (ids.size >= limit) return false;
      next.push(id);
      ids.add(id);
      return true;
    };
    truncated =
      !(await visitNeighbors(store, dependencies, up, (edge) => add(above, edge.dependencyTaskId))) ||
      !(await visitNeighbors(store, dependents, down, (edge) => add(below, edge.taskId)));
    [up, down] = [above, below];
  }
  return subgraphOf(store, ids, truncated);
}

/** Visits the neighbors of the tasks; returns false if the limit was reached. */
async function visitNeighbors(
  store: Reads,
  edges: Collection<Edge>,
  from: readonly string[],
  gather: (edge: Edge) => boolean,
): Promise<boolean> {
  const pace = createPacer();
  for (const id of from) {
    for await (const edge of scanRecords(store, edges, { prefix: [id] })) {
      await pace();
      if (!gather(edge)) return false;
    }
  }
  return true;
}

/** All unfinished tasks that wait for others, and what they wait for. */
export async function waitingSubgraph(store: Reads, limit: number, isVisible: IsVisible): Promise<Subgraph> {
  const ids = new Set<string>();
  const pace = createPacer();
  let visited = 0;
  for await (const { taskId, dependencyTaskId } of scanRecords(store, waits, {})) {
    await pace();
    if (++visited > MAX_VISITED) return subgraphOf(store, ids, true);
    const task = await store.get(tasks, taskId);
    if (!task || isTerminal(task)) continue;
    const added = [taskId, dependencyTaskId].filter((id) => !ids.has(id) && isVisible(id));
    if (ids.size + added.length > limit) return subgraphOf(store, ids, true);
    for (const id of added) ids.add(id);
  }
  return subgraphOf(store, ids, false);
}

async function subgraphOf(store: Reads, ids: ReadonlySet<string>, truncated: boolean): Promise<Subgraph> {
  const nodes: { node: Node; at: string }[] = [];
  const edges: Edge[] = [];
  const pace = createPacer();
  let isTruncated = truncated;
  for (const id of ids) {
    const task = await store.get(tasks, id);
    if (!task) continue;
    const node = await nodeOf(store, task);
    nodes.push({ node, at: await positionOf(store, id) });
    await pace(1 + node.readiness.unsatisfied.length);
    for await (const { taskId, dependencyTaskId } of scanRecords(store, dependencies, { prefix: [id] })) {
      await pace();
      if (!ids.has(dependencyTaskId)) continue;
      if (edges.length < MAX_EDGES) edges.push({ taskId, dependencyTaskId });
      else isTruncated = true;
    }
  }
  nodes.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
  return { nodes: nodes.map(({ node }) => node), edges, truncated: isTruncated };
}

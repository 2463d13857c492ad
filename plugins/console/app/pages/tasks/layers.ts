import type { TaskEdge, TaskNode } from "@postern/client/api";

/** A task in the graph, with its place: layer from the left, row from the top. */
export interface Placed {
  readonly node: TaskNode;
  readonly layer: number;
  readonly row: number;
}

/**
 * Puts each task in the layer after the last of its dependencies, and near them within the layer.
 * The tasks are in topological order, so one pass is enough.
 */
export function layersOf(nodes: readonly TaskNode[], edges: readonly TaskEdge[]): readonly Placed[] {
  const needed = new Map<string, string[]>();
  for (const { taskId, dependencyTaskId } of edges)
    needed.set(taskId, [...(needed.get(taskId) ?? []), dependencyTaskId]);
  const layerOf = new Map<string, number>();
  for (const { id } of nodes) {
    const before = (needed.get(id) ?? []).map((other) => layerOf.get(other) ?? -1);
    layerOf.set(id, Math.max(-1, ...before) + 1);
  }
  const layers: TaskNode[][] = [];
  for (const node of nodes) {
    const at = layerOf.get(node.id) ?? 0;
    layers[at] = [...(layers[at] ?? []), node];
  }
  const rowOf = new Map<string, number>();
  return layers.flatMap((layer, at) => {
    const weight = ({ id }: TaskNode): number => {
      const rows = (needed.get(id) ?? []).map((other) => rowOf.get(other) ?? 0);
      return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length;
    };
    const sorted = layer.toSorted((one, other) => weight(one) - weight(other));
    return sorted.map((node, row) => {
      rowOf.set(node.id, row);
      return { node, layer: at, row };
    });
  });
}

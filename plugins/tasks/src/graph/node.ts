import type { Reads } from "@postern/core";
import type { TaskRecord } from "../collections.ts";
import { readinessIn } from "../readiness.ts";
import type { Node } from "../schemas.ts";

/** A task as a node of the graph. */
export async function nodeOf(store: Reads, task: TaskRecord): Promise<Node> {
  const { id, title, status, priority, archivedAt } = task;
  return {
    id,
    title,
    status,
    priority,
    ...(archivedAt !== undefined && { archivedAt }),
    readiness: await readinessIn(store, task),
  };
}

import type { Reads } from "@postern/core";
import { ParentCycle, TooDeep } from "./errors.ts";
import { taskOf } from "./task.ts";

/** How many tasks may lie above one. */
const DEEPEST = 1_000;

/** Refuses a parent that is not there, that is a part of the task itself, or that lies too deep. */
export async function assertParent(store: Reads, parent: string, taskId?: string): Promise<void> {
  const path = taskId === undefined ? [] : [taskId];
  for (let above: string | undefined = parent; above !== undefined; above = (await taskOf(store, above)).parent) {
    path.push(above);
    if (above === taskId) throw ParentCycle({ taskId, path });
    if (path.length > DEEPEST) throw TooDeep({ taskId: parent, limit: DEEPEST });
  }
}

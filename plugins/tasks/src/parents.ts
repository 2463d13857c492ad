import type { Reads } from "@postern/core";
import { ParentCycle, TooDeep } from "./errors.ts";
import { taskOf } from "./task.ts";

/** Maximum number of ancestors of a task. */
const MAX_DEPTH = 1_000;

/** Throws if the parent does not exist, is a descendant of the task, or is nested too deeply. */
export async function assertParent(store: Reads, parent: string, taskId?: string): Promise<void> {
  const path = taskId === undefined ? [] : [taskId];
  for (let above: string | undefined = parent; above !== undefined; above = (await taskOf(store, above)).parent) {
    path.push(above);
    if (above === taskId) throw ParentCycle({ taskId, path });
    if (path.length > MAX_DEPTH) throw TooDeep({ taskId: parent, limit: MAX_DEPTH });
  }
}

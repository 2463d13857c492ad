import type { Caller, Reads } from "@postern/core";
import type { Portion } from "@postern/core/paging";
import type { TaskRecord } from "./collections.ts";
import type { Status } from "./schemas.ts";
import { type Filters, isAny, matchingTasks } from "./selection.ts";

/** The columns of a board, in the order of the life of a task. */
export const STATUSES: readonly Status[] = ["open", "active", "blocked", "done", "failed"];

/** The newest tasks of each status that match the filters, and their number. */
export async function tasksByStatus(
  store: Reads,
  caller: Caller,
  filters: Filters,
  limit: number,
): Promise<Portion<TaskRecord>[]> {
  const { projectId: _, ...others } = filters;
  const reach = caller.reach("tasks:read", "tasks.board");
  // All tasks, and those of a project, have an index by status.
  if (reach === "all" && !isAny(others))
    return Promise.all(
      STATUSES.map(async (status) => matchingTasks(store, { ...filters, status, archived: false })(0, limit)),
    );
  const columns = new Map(STATUSES.map((status) => [status, { items: [] as TaskRecord[], total: 0 }]));
  for await (const task of matchingTasks(store, { ...filters, archived: false }).each?.() ?? []) {
    const column = columns.get(task.status);
    if (column === undefined || (reach !== "all" && !reach.has(task.id))) continue;
    column.total++;
    if (column.items.length < limit) column.items.push(task);
  }
  return [...columns.values()].map((column) => ({ ...column, totalCapped: false }));
}

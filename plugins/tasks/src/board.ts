import type { Caller, Reads } from "@postern/core";
import { MAX_COUNTED, type Portion } from "@postern/kit/paging";
import { dueKey, rankOf, type TaskRecord } from "./collections.ts";
import type { Status } from "./schemas.ts";
import { type Filters, isAny, matchingTasks } from "./selection.ts";

/** The columns of a board, in the order of the life of a task. */
export const STATUSES: readonly Status[] = ["open", "active", "blocked", "done", "failed"];

export const isFinal = (status: Status): boolean => status === "done" || status === "failed";

/**
 * The first tasks of each status that match the filters, and their number: unfinished ones by priority, due time and
 * age, finished ones newest first.
 */
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
      STATUSES.map(async (status) => {
        const source = matchingTasks(store, { ...filters, status, archived: false });
        if (isFinal(status)) return source(0, limit);
        const column = createColumn(status, limit);
        for await (const task of source.each?.() ?? []) {
          column.add(task);
          if (column.isFull()) break;
        }
        return column.portion();
      }),
    );
  const columns = new Map(STATUSES.map((status) => [status, createColumn(status, limit)]));
  for await (const task of matchingTasks(store, { ...filters, archived: false }).each?.() ?? [])
    if (reach === "all" || reach.has(task.id)) columns.get(task.status)?.add(task);
  return [...columns.values()].map((column) => column.portion());
}

/** Collects the first tasks of a column, from all that are added newest first. */
function createColumn(status: Status, limit: number) {
  const first: TaskRecord[] = [];
  let total = 0;
  return {
    add(task: TaskRecord): void {
      total++;
      if (isFinal(status)) {
        if (first.length < limit) first.push(task);
        return;
      }
      const last = first.at(-1);
      if (first.length === limit && last !== undefined && compare(task, last) > 0) return;
      first.splice(placeOf(task, first), 0, task);
      if (first.length > limit) first.pop();
    },
    /** A board reads no more tasks of a status than it counts. */
    isFull: () => total > MAX_COUNTED,
    portion: (): Portion<TaskRecord> => ({
      items: first,
      total: Math.min(total, MAX_COUNTED),
      totalCapped: total > MAX_COUNTED,
    }),
  };
}

function placeOf(task: TaskRecord, first: readonly TaskRecord[]): number {
  const at = first.findIndex((other) => compare(task, other) < 0);
  return at < 0 ? first.length : at;
}

/** The most urgent first, then the one that is due first, then the oldest. */
const compare = (left: TaskRecord, right: TaskRecord): number =>
  rankOf(left) - rankOf(right) || dueKey(left) - dueKey(right) || left.number - right.number;

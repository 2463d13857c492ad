import type { Reads } from "@postern/core";
import { filtered, namedSource, type Source, within } from "@postern/kit/paging";
import { archiveState, ready, readyCount, type TaskRecord, tasks } from "./collections.ts";
import { mapPaced } from "./map-paced.ts";
import { isReady } from "./readiness.ts";
import type { Priority, Status, TaskItem } from "./schemas.ts";
import { showItem } from "./task.ts";

export interface Filters {
  readonly status?: Status;
  readonly assignee?: string;
  readonly tag?: string;
  readonly priority?: Priority;
  readonly profile?: string;
  readonly parent?: string;
  readonly projectId?: string;
}

/** The filters that have an index. The first one given selects the index, the others filter its entries. */
const indexedReady = [
  ["byParent", "parent"],
  ["byTag", "tag"],
  ["byAssignee", "assignee"],
  ["byProfile", "profile"],
] as const;
const indexed = [
  ...indexedReady,
  ["byProject", "projectId"],
  ["byStatus", "status"],
  ["byPriority", "priority"],
] as const;

/** The index to use, its value, and the remaining filters. */
function chooseIndex<By extends string>(filters: Filters, indexes: readonly (readonly [By, keyof Filters])[]) {
  const [by, name] = indexes.find(([, name]) => filters[name] !== undefined) ?? [];
  if (by === undefined || name === undefined) return { others: filters };
  const { [name]: value = "", ...others } = filters;
  return { by, name, value, others };
}

const matches = (task: TaskRecord, { tag, ...rest }: Filters): boolean =>
  (tag === undefined || task.tags.includes(tag)) &&
  Object.entries(rest).every(([name, value]) => value === undefined || task[name as keyof TaskRecord] === value);

/** Whether a task matches all filters and, if `ready` is given, is ready or not. */
export const matchesReadiness = async (
  store: Reads,
  task: TaskRecord,
  ready: boolean | undefined,
  filters: Filters,
): Promise<boolean> => matches(task, filters) && (ready === undefined || (await isReady(store, task)) === ready);

export const isAny = (filters: object): boolean => Object.values(filters).some((value) => value !== undefined);

/** Tasks that match all filters, newest first. */
export function matchingTasks(
  store: Reads,
  { archived, ready: wanted, ...filters }: Filters & { archived: boolean; ready?: boolean | undefined },
): Source<TaskRecord> {
  const archiveState = archived ? "archived" : "open";
  const { projectId, status, ...rest } = filters;
  if (projectId !== undefined && status !== undefined && wanted === undefined && !isAny(rest)) {
    const prefix = [archiveState, projectId, status];
    return within(store, tasks, { by: "byProjectStatus", prefix, reverse: true });
  }
  const { by = "byStanding" as const, value, others } = chooseIndex(filters, indexed);
  const range = { by, prefix: value === undefined ? [archiveState] : [archiveState, value], reverse: true };
  if (wanted === undefined && !isAny(others)) return within(store, tasks, range);
  return filtered(store, tasks, range, (task) => matchesReadiness(store, task, wanted, others));
}

/** Tasks whose title or id begins with a text and that match all filters. */
export function namedTasks(
  store: Reads,
  name: string,
  { archived, ready: wanted, ...filters }: Filters & { archived: boolean | undefined; ready?: boolean | undefined },
): Source<TaskRecord> {
  return namedSource(store, tasks, { name, by: ["byTitle"], idPrefix: "task_" }, async (task) => {
    if (archived !== undefined && archiveState(task) !== (archived ? "archived" : "open")) return false;
    return matchesReadiness(store, task, wanted, filters);
  });
}

/** Ready tasks that match all filters, by priority and then by age. */
export function readyTasks(store: Reads, filters: Filters): Source<TaskRecord> {
  const { by = "byRank" as const, name, value, others } = chooseIndex(filters, indexedReady);
  const range = { by, ...(value !== undefined && { prefix: [value] }) };
  const count = name === undefined ? ["all"] : name === "assignee" && value !== undefined ? ["for", value] : undefined;
  const found = isAny(others)
    ? filtered(store, ready, range, async ({ taskId }) => {
        const task = await store.get(tasks, taskId);
        return task !== undefined && matches(task, others);
      })
    : within(store, ready, range, count && (() => store.sum(readyCount, ...count)));
  return async (offset, limit) => {
    const { items, ...counts } = await found(offset, limit);
    const records = await Promise.all(items.map(({ taskId }) => store.get(tasks, taskId)));
    return { items: records.filter((task) => task !== undefined), ...counts };
  };
}

/** The same tasks as list items. */
export const asItems = (store: Reads, source: Source<TaskRecord>): Source<TaskItem> =>
  mapPaced(
    source,
    (task) => showItem(store, task),
    ({ readiness }) => readiness,
  );

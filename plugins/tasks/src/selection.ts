import type { Reads } from "@postern/core";
import { filtered, type Source, within } from "@postern/core/paging";
import { ready, readyCount, type TaskRecord, tasks } from "./collections.ts";
import { oneByOne } from "./one-by-one.ts";
import type { Priority, Status, TaskItem } from "./schemas.ts";
import { showItem } from "./task.ts";

interface Filters {
  readonly status?: Status;
  readonly assignee?: string;
  readonly tag?: string;
  readonly priority?: Priority;
  readonly profile?: string;
  readonly parent?: string;
}

/** The filters by which an index finds tasks; the first that is given does, the others only test. */
const indexedReady = [
  ["byParent", "parent"],
  ["byTag", "tag"],
  ["byAssignee", "assignee"],
  ["byProfile", "profile"],
] as const;
const indexed = [...indexedReady, ["byStatus", "status"], ["byPriority", "priority"]] as const;

/** By which index to look for what, and the filters that are left to test. */
function chosen<By extends string>(filters: Filters, indexes: readonly (readonly [By, keyof Filters])[]) {
  const [by, name] = indexes.find(([, name]) => filters[name] !== undefined) ?? [];
  if (by === undefined || name === undefined) return { others: filters };
  const { [name]: value = "", ...others } = filters;
  return { by, name, value, others };
}

const fits = (task: TaskRecord, { tag, ...rest }: Filters): boolean =>
  (tag === undefined || task.tags.includes(tag)) &&
  Object.entries(rest).every(([name, value]) => value === undefined || task[name as keyof TaskRecord] === value);

const isAny = (filters: object): boolean => Object.values(filters).some((value) => value !== undefined);

/** Tasks that pass all filters, newest first. */
export function taken(
  store: Reads,
  { archived, ready: wanted, ...filters }: Filters & { archived: boolean; ready?: boolean | undefined },
): Source<TaskRecord> {
  const standing = archived ? "archived" : "open";
  const { by = "byStanding" as const, value, others } = chosen(filters, indexed);
  const place = { by, prefix: value === undefined ? [standing] : [standing, value], reverse: true };
  if (wanted === undefined && !isAny(others)) return within(store, tasks, place);
  return filtered(store, tasks, place, async (task) => {
    if (!fits(task, others)) return false;
    return wanted === undefined || ((await store.get(ready, task.id)) !== undefined) === wanted;
  });
}

/** Tasks that can start now and pass all filters: the most urgent first, then the oldest. */
export function startable(store: Reads, filters: Filters): Source<TaskRecord> {
  const { by = "byRank" as const, name, value, others } = chosen(filters, indexedReady);
  const place = { by, ...(value !== undefined && { prefix: [value] }) };
  const count = name === undefined ? ["all"] : name === "assignee" && value !== undefined ? ["for", value] : undefined;
  const found = isAny(others)
    ? filtered(store, ready, place, async ({ taskId }) => {
        const task = await store.get(tasks, taskId);
        return task !== undefined && fits(task, others);
      })
    : within(store, ready, place, count && (() => store.sum(readyCount, ...count)));
  return async (offset, limit) => {
    const { items, ...counts } = await found(offset, limit);
    const records = await Promise.all(items.map(({ taskId }) => store.get(tasks, taskId)));
    return { items: records.filter((task) => task !== undefined), ...counts };
  };
}

/** The same tasks as lists show them. */
export const shown = (store: Reads, source: Source<TaskRecord>): Source<TaskItem> =>
  oneByOne(
    source,
    (task) => showItem(store, task),
    ({ readiness }) => readiness,
  );

import type { Reads } from "@postern/core";
import { filtered, type Source, within } from "@postern/kit/paging";
import { EVERY_PROJECT, NEVER, type TaskRecord, tasks } from "./collections.ts";
import { dueOf, invalid } from "./due.ts";
import { type Filters, isAny, matchesReadiness } from "./selection.ts";

interface Ordered {
  readonly order?: "newest" | "due" | "priority" | undefined;
  readonly dueBefore?: string | number | undefined;
  readonly dueAfter?: string | number | undefined;
}

/** Tasks that match all filters, by due time or by priority. A project and a range of due times cost no scan. */
export function orderedTasks(
  store: Reads,
  {
    archived,
    ready: wanted,
    projectId = EVERY_PROJECT,
    ...others
  }: Filters & { archived: boolean; ready?: boolean | undefined },
  { order = "due", dueBefore, dueAfter }: Ordered,
): Source<TaskRecord> {
  const isRange = dueBefore !== undefined || dueAfter !== undefined;
  if (isRange && order !== "due") throw invalid("order", "must be due, or absent, with dueBefore or dueAfter");
  const to = dueBefore === undefined ? NEVER : dueOf(dueBefore, "dueBefore");
  const range = {
    by: order === "due" ? ("byDue" as const) : ("byRank" as const),
    prefix: [archived ? "archived" : "open", projectId],
    ...(dueAfter !== undefined && { from: [dueOf(dueAfter, "dueAfter")] }),
    ...(isRange && { to: [to] }),
  };
  if (wanted === undefined && !isAny(others)) return within(store, tasks, range);
  return filtered(store, tasks, range, (task) => matchesReadiness(store, task, wanted, others));
}

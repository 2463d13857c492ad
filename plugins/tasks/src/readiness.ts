import type { Reads } from "@postern/core";
import { everyOf } from "@postern/core/paging";
import { type TaskRecord, tasks, waits } from "./collections.ts";
import type { Readiness, Status } from "./schemas.ts";

/** As much of a task as its readiness depends on. */
export interface Standing {
  readonly id: string;
  readonly status: Status;
  readonly archivedAt?: number;
  readonly reason?: string;
}

/** How many tasks a reason names. */
const NAMED = 3;

/** Whether nothing will happen with it any more, unless somebody takes it up again. */
export const isTerminal = ({ status, archivedAt }: Standing): boolean =>
  status === "done" || status === "failed" || archivedAt !== undefined;

/**
 * Whether a task can start, and why: the one rule by which every operation tells it. `undone` are those of its
 * dependencies that are not done.
 */
export function readinessOf(task: Standing, undone: readonly Standing[]): Readiness {
  if (isTerminal(task)) return { state: "terminal", unsatisfied: [], reason: endOf(task) };
  const unsatisfied = undone.map(({ id }) => id);
  if (task.status === "active") return { state: "active", unsatisfied, reason: "It is being worked on" };
  if (task.status === "blocked") {
    return { state: "waiting", unsatisfied, reason: task.reason ? `It is blocked: ${task.reason}` : "It is blocked" };
  }
  if (undone.length === 0) return { state: "ready", unsatisfied, reason: "Nothing stands in its way" };
  return { state: "waiting", unsatisfied, reason: hindrance(undone) };
}

function endOf({ status, archivedAt, reason }: Standing): string {
  if (archivedAt !== undefined) return "It is archived";
  if (status === "done") return "It is done";
  return reason ? `It failed: ${reason}` : "It failed";
}

/** What never comes by itself is told first: who waits for it waits for somebody to do something. */
function hindrance(undone: readonly Standing[]): string {
  const dead = undone.filter(isTerminal);
  if (dead.length === 0) return `It waits for ${listed(undone.map(({ id, status }) => `${id} (${status})`))}`;
  return listed(dead.map(wayOut), "; ");
}

function wayOut({ id, status, archivedAt }: Standing): string {
  if (archivedAt === undefined) return `${id} failed: reopen it or remove the dependency`;
  const state = status === "failed" ? "failed and is archived" : "is archived";
  return `${id} ${state}: unarchive it${status === "failed" ? " and reopen it," : ""} or remove the dependency`;
}

function listed(names: readonly string[], separator = ", "): string {
  const rest = names.length - NAMED;
  return names.slice(0, NAMED).join(separator) + (rest > 0 ? ` and ${rest} more` : "");
}

/** The readiness of a stored task. */
export async function readinessIn(store: Reads, task: TaskRecord): Promise<Readiness> {
  return readinessOf(task, isTerminal(task) ? [] : await undoneOf(store, task.id));
}

async function undoneOf(store: Reads, taskId: string): Promise<TaskRecord[]> {
  const undone: TaskRecord[] = [];
  for await (const { dependencyTaskId } of everyOf(store, waits, { prefix: [taskId] })) {
    const dependency = await store.get(tasks, dependencyTaskId);
    if (dependency) undone.push(dependency);
  }
  return undone;
}

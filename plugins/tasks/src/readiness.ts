import type { Reads } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { type TaskRecord, tasks, waits } from "./collections.ts";
import type { Readiness, Status } from "./schemas.ts";

/** The fields of a task that determine its readiness. */
export interface ReadinessInput {
  readonly id: string;
  readonly status: Status;
  readonly archivedAt?: number;
  readonly reason?: string;
}

/** Maximum number of tasks listed in a reason. */
const MAX_NAMED = 3;

/** Whether the task stays as it is until somebody reopens or unarchives it. */
export const isTerminal = ({ status, archivedAt }: ReadinessInput): boolean =>
  status === "done" || status === "failed" || archivedAt !== undefined;

/** Whether the task can start once all its dependencies are done. */
export const isStartable = ({ status, archivedAt }: ReadinessInput): boolean =>
  status === "open" && archivedAt === undefined;

/** Whether the task has unfinished dependencies. */
export const isWaiting = async (store: Reads, taskId: string): Promise<boolean> =>
  (await store.find(waits, { prefix: [taskId], limit: 1 })).items.length > 0;

/** Whether the task can start now. The collection `ready` holds exactly these tasks. */
export const isReady = async (store: Reads, task: ReadinessInput): Promise<boolean> =>
  isStartable(task) && !(await isWaiting(store, task.id));

/**
 * Whether a task can start, and why. Every operation reports readiness with this function. `undone` are the
 * dependencies that are not done.
 */
export function readinessOf(task: ReadinessInput, undone: readonly ReadinessInput[]): Readiness {
  if (isTerminal(task)) return { state: "terminal", unsatisfied: [], reason: terminalReason(task) };
  const unsatisfied = undone.map(({ id }) => id);
  if (task.status === "active") return { state: "active", unsatisfied, reason: "In progress" };
  if (task.status === "blocked") {
    return { state: "waiting", unsatisfied, reason: task.reason ? `Blocked: ${task.reason}` : "Blocked" };
  }
  if (undone.length === 0) return { state: "ready", unsatisfied, reason: "Ready to start" };
  return { state: "waiting", unsatisfied, reason: waitingReason(undone) };
}

function terminalReason({ status, archivedAt, reason }: ReadinessInput): string {
  if (archivedAt !== undefined) return "Archived";
  if (status === "done") return "Done";
  return reason ? `Failed: ${reason}` : "Failed";
}

/** Names dependencies that will never complete without action first: they need a decision. */
function waitingReason(undone: readonly ReadinessInput[]): string {
  const stuck = undone.filter(isTerminal);
  if (stuck.length === 0) return `Waiting for ${listed(undone.map(({ id, status }) => `${id} (${status})`))}`;
  return listed(stuck.map(solutionFor), "; ");
}

function solutionFor({ id, status, archivedAt }: ReadinessInput): string {
  if (archivedAt === undefined) return `${id} failed: reopen it or remove the dependency`;
  const state = status === "failed" ? "failed and is archived" : "is archived";
  return `${id} ${state}: unarchive it${status === "failed" ? " and reopen it," : ""} or remove the dependency`;
}

function listed(names: readonly string[], separator = ", "): string {
  const rest = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(separator) + (rest > 0 ? ` and ${rest} more` : "");
}

/** The readiness of a stored task. */
export async function readinessIn(store: Reads, task: TaskRecord): Promise<Readiness> {
  return readinessOf(task, isTerminal(task) ? [] : await undoneOf(store, task.id));
}

async function undoneOf(store: Reads, taskId: string): Promise<TaskRecord[]> {
  const undone: TaskRecord[] = [];
  for await (const { dependencyTaskId } of scanRecords(store, waits, { prefix: [taskId] })) {
    const dependency = await store.get(tasks, dependencyTaskId);
    if (dependency) undone.push(dependency);
  }
  return undone;
}

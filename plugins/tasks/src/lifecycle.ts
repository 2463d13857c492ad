import { omitUndefined, type Reads, type Transacting } from "@postern/core";
import { writeTask } from "./change.ts";
import type { TaskRecord } from "./collections.ts";
import { TaskArchived, TaskNotFound, WrongStatus } from "./errors.ts";
import {
  taskArchived,
  taskBlocked,
  taskDone,
  taskFailed,
  taskReleased,
  taskReopened,
  taskStarted,
  taskUnarchived,
} from "./events.ts";
import { Changed, type Status, type Task } from "./schemas.ts";
import { showTask, stateOf, taskOf, unarchivedTaskOf } from "./task.ts";

/** The allowed source statuses, the target status and the event of each step. */
const steps = {
  start: { from: ["open", "blocked"], to: "active", event: taskStarted },
  release: { from: ["active", "blocked"], to: "open", event: taskReleased },
  block: { from: ["open", "active", "blocked"], to: "blocked", event: taskBlocked },
  done: { from: ["open", "active", "blocked"], to: "done", event: taskDone },
  fail: { from: ["open", "active", "blocked"], to: "failed", event: taskFailed },
  reopen: { from: ["done", "failed"], to: "open", event: taskReopened },
} as const satisfies Record<string, { from: readonly Status[]; to: Status; event: unknown }>;
type Step = keyof typeof steps;

/** The event for a task that moved between two statuses on another gateway, possibly in several steps. */
export function eventBetween(from: Status, to: Status) {
  const leading = Object.values(steps).filter((step) => step.to === to);
  return (leading.find((step) => (step.from as readonly Status[]).includes(from)) ?? leading[0])?.event;
}

/** The task. Throws if the step is not allowed in its current status. */
export async function taskForStep(store: Reads, step: Step, taskId: string): Promise<TaskRecord> {
  const task = await unarchivedTaskOf(store, taskId);
  const allowed: readonly Status[] = steps[step].from;
  if (allowed.includes(task.status)) return task;
  throw WrongStatus({ taskId, operation: `tasks.${step}`, taskStatus: task.status, allowed: [...allowed] });
}

/** The plan of a step. */
export async function planStep(store: Reads, step: Step, taskId: string) {
  const { status } = await taskForStep(store, step, taskId);
  const { to } = steps[step];
  return { summary: `Change the status of ${taskId} from ${status} to ${to}`, from: status, to };
}

/** The common members of the step operations. */
export const stepOf = (step: Step) => ({
  output: Changed,
  errors: [TaskNotFound, TaskArchived, WrongStatus],
  resource: ({ taskId }: { taskId: string }) => taskId,
  plan: ({ store }: { store: Reads }, { taskId }: { taskId: string }) => planStep(store, step, taskId),
  undo: ({ store }: { store: Reads }, _plan: unknown, { taskId }: { taskId: string }) => undoStep(store, taskId),
});

/** The step back to the current status of a task, for one that is about to leave it. A finished task is reopened. */
export async function undoStep(store: Reads, taskId: string) {
  const { status, summary, reason } = await taskOf(store, taskId);
  const back = { open: "release", active: "start", blocked: "block", done: "done", failed: "fail" } as const;
  const inputs = { open: {}, active: {}, blocked: { reason }, done: { summary }, failed: { reason } };
  return ({ task }: { task: Task }) => {
    const isFinished = task.status === "done" || task.status === "failed";
    const operation = `tasks.${isFinished ? "reopen" : back[status]}`;
    return { operation, input: omitUndefined({ taskId, ...(isFinished ? {} : inputs[status]) }) };
  };
}

/** Stages a step. The summary and reason of the previous step are cleared. */
export async function takeStep(
  ctx: Transacting,
  step: Step,
  taskId: string,
  details: { summary?: string | undefined; reason?: string | undefined; startedBy?: string } = {},
): Promise<{ task: Task }> {
  const before = await taskForStep(ctx.store, step, taskId);
  const { to, event } = steps[step];
  const isFinished = to === "done" || to === "failed";
  const isStarted = to !== "open";
  const record: TaskRecord = omitUndefined({
    ...before,
    status: to,
    summary: details.summary || undefined,
    reason: details.reason || undefined,
    startedBy: isStarted ? (details.startedBy ?? before.startedBy) : undefined,
    startedAt: to === "active" ? ctx.now : isStarted ? before.startedAt : undefined,
    finishedAt: isFinished ? ctx.now : undefined,
    updatedAt: ctx.now,
    revision: before.revision + 1,
  });
  ctx.emit(event, { task: stateOf(record) });
  await writeTask(ctx, record, before);
  return { task: await showTask(ctx.store.unchecked, record) };
}

/** Stages that a task is archived or unarchived; emits an event only if this changes it. */
export async function setArchived(
  ctx: Transacting,
  taskId: string,
  isArchived: boolean,
): Promise<{ task: Task; changed: boolean }> {
  const { store, now } = ctx;
  const before = await taskOf(store, taskId);
  const changed = isArchived !== (before.archivedAt !== undefined);
  if (!changed) return { task: await showTask(store.unchecked, before), changed };
  const at = { updatedAt: now, archivedAt: isArchived ? now : undefined };
  const record = omitUndefined({ ...before, ...at, revision: before.revision + 1 });
  ctx.emit(isArchived ? taskArchived : taskUnarchived, { task: stateOf(record) });
  await writeTask(ctx, record, before);
  return { task: await showTask(store.unchecked, record), changed };
}

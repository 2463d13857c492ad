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
import { showTask, standingTaskOf, stateOf, taskOf } from "./task.ts";

/** From which statuses each step leads, to which one, and what is told of it. */
const steps = {
  start: { from: ["open", "blocked"], to: "active", event: taskStarted },
  release: { from: ["active", "blocked"], to: "open", event: taskReleased },
  block: { from: ["open", "active", "blocked"], to: "blocked", event: taskBlocked },
  done: { from: ["open", "active", "blocked"], to: "done", event: taskDone },
  fail: { from: ["open", "active", "blocked"], to: "failed", event: taskFailed },
  reopen: { from: ["done", "failed"], to: "open", event: taskReopened },
} as const satisfies Record<string, { from: readonly Status[]; to: Status; event: unknown }>;
type Step = keyof typeof steps;

/** What is told of a task that has come from one status to another, in however many steps. */
export function eventBetween(from: Status, to: Status) {
  const leading = Object.values(steps).filter((step) => step.to === to);
  return (leading.find((step) => (step.from as readonly Status[]).includes(from)) ?? leading[0])?.event;
}

/** The task, or the error that tells why it cannot take this step. */
export async function taskBefore(store: Reads, step: Step, taskId: string): Promise<TaskRecord> {
  const task = await standingTaskOf(store, taskId);
  const allowed: readonly Status[] = steps[step].from;
  if (allowed.includes(task.status)) return task;
  throw WrongStatus({ taskId, operation: `tasks.${step}`, taskStatus: task.status, allowed: [...allowed] });
}

/** The plan of a step. */
export async function planStep(store: Reads, step: Step, taskId: string) {
  const { status } = await taskBefore(store, step, taskId);
  const { to } = steps[step];
  return { summary: `${taskId}, which is ${status}, becomes ${to}`, from: status, to };
}

/** What the operations of all steps have in common. */
export const stepOf = (step: Step) => ({
  output: Changed,
  errors: [TaskNotFound, TaskArchived, WrongStatus],
  resource: ({ taskId }: { taskId: string }) => taskId,
  plan: ({ store }: { store: Reads }, { taskId }: { taskId: string }) => planStep(store, step, taskId),
});

/** Takes a step: what was said of the one before is left behind. */
export async function takeStep(
  ctx: Transacting,
  step: Step,
  taskId: string,
  said: { summary?: string | undefined; reason?: string | undefined; startedBy?: string } = {},
): Promise<{ task: Task }> {
  const before = await taskBefore(ctx.store, step, taskId);
  const { to, event } = steps[step];
  const isOver = to === "done" || to === "failed";
  const isBegun = to !== "open";
  const record: TaskRecord = omitUndefined({
    ...before,
    status: to,
    summary: said.summary || undefined,
    reason: said.reason || undefined,
    startedBy: isBegun ? (said.startedBy ?? before.startedBy) : undefined,
    startedAt: to === "active" ? ctx.now : isBegun ? before.startedAt : undefined,
    finishedAt: isOver ? ctx.now : undefined,
    updatedAt: ctx.now,
    revision: before.revision + 1,
  });
  ctx.emit(event, { task: stateOf(record) });
  await writeTask(ctx, record, before);
  return { task: await showTask(ctx.store.unchecked, record) };
}

/** Stages that a task is archived or taken back, and tells of it if it was not. */
export async function shelveTask(
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

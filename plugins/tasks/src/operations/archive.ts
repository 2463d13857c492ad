import { defineCommand, T } from "@postern/core";
import { writeTask } from "../change.ts";
import { childCount, dependentCount } from "../collections.ts";
import { TaskNotFound } from "../errors.ts";
import { taskArchived } from "../events.ts";
import { group } from "../group.ts";
import { Changed, TaskId } from "../schemas.ts";
import { showTask, stateOf, taskOf } from "../task.ts";

export const archive = defineCommand(group, {
  id: "tasks.archive",
  summary: "Archive a task: it is left out of lists, and nobody works on it",
  description:
    "Its parts stay as they are. Who waits for it, unless it is done, goes on waiting, with that as the reason.",
  input: T.Object({ taskId: TaskId }),
  output: T.Object({ ...Changed.properties, changed: T.Boolean() }),
  errors: [TaskNotFound],
  examples: [{ title: "One task", input: { taskId: "task_0123456789abcdef01234567" } }],
  resource: ({ taskId }) => taskId,
  async plan({ store }, { taskId }) {
    const { archivedAt, status } = await taskOf(store, taskId);
    if (archivedAt !== undefined) return { summary: `${taskId} is archived already`, changed: false };
    // Told, and not decided by: what comes in meanwhile changes nothing.
    const { glance } = store;
    const parts = [];
    for (const status of ["open", "active", "blocked"]) parts.push(await glance.sum(childCount, taskId, status));
    const openParts = parts.reduce((sum, count) => sum + count, 0);
    const waiting = status === "done" ? 0 : await glance.sum(dependentCount, taskId);
    const summary = `Archive ${taskId}, which is ${status}; parts that go on: ${openParts}, tasks that wait for it: ${waiting}`;
    return { summary, changed: true };
  },
  async execute(ctx, { changed }, { taskId }) {
    const { store, now, emit } = ctx;
    const before = await taskOf(store, taskId);
    if (!changed) return { task: await showTask(store.glance, before), changed };
    const record = { ...before, archivedAt: now, updatedAt: now, revision: before.revision + 1 };
    emit(taskArchived, { task: stateOf(record) });
    await writeTask(ctx, record, before);
    return { task: await showTask(store.glance, record), changed };
  },
});

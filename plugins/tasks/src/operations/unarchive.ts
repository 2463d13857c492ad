import { defineCommand, T } from "@postern/core";
import { writeTask } from "../change.ts";
import { TaskNotFound } from "../errors.ts";
import { taskUnarchived } from "../events.ts";
import { group } from "../group.ts";
import { Changed, TaskId } from "../schemas.ts";
import { showTask, stateOf, taskOf } from "../task.ts";

export const unarchive = defineCommand(group, {
  id: "tasks.unarchive",
  summary: "Take a task back from the archive, as it was",
  input: T.Object({ taskId: TaskId }),
  output: T.Object({ ...Changed.properties, changed: T.Boolean() }),
  errors: [TaskNotFound],
  examples: [{ title: "One task", input: { taskId: "task_0123456789abcdef01234567" } }],
  resource: ({ taskId }) => taskId,
  async plan({ store }, { taskId }) {
    const { archivedAt, status } = await taskOf(store, taskId);
    if (archivedAt === undefined) return { summary: `${taskId} is not archived`, changed: false };
    return { summary: `Take ${taskId}, which is ${status}, back from the archive`, changed: true };
  },
  async execute(ctx, { changed }, { taskId }) {
    const { store, now, emit } = ctx;
    const before = await taskOf(store, taskId);
    if (!changed) return { task: await showTask(store.glance, before), changed };
    const { archivedAt: _archivedAt, ...rest } = before;
    const record = { ...rest, updatedAt: now, revision: before.revision + 1 };
    emit(taskUnarchived, { task: stateOf(record) });
    await writeTask(ctx, record, before);
    return { task: await showTask(store.glance, record), changed };
  },
});

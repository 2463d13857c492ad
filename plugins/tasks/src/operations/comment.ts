import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { type CommentRecord, commentCount, comments } from "../collections.ts";
import { showComment } from "../comments.ts";
import { TaskArchived, TaskNotFound } from "../errors.ts";
import { commentCreated } from "../events.ts";
import { group } from "../group.ts";
import { Comment, CommentText, TaskId } from "../schemas.ts";
import { standingTaskOf } from "../task.ts";

export const comment = defineCommand(group, {
  id: "tasks.comment",
  summary: "Comment on a task",
  description: "The comment is appended to the comments of the task.",
  input: T.Object({ taskId: TaskId, text: CommentText }),
  output: T.Object({ comment: described(Comment, "The comment") }),
  errors: [TaskNotFound, TaskArchived],
  examples: [
    { title: "How it goes", input: { taskId: "task_0123456789abcdef01234567", text: "Half of the tests pass." } },
  ],
  resource: ({ taskId }) => taskId,
  async plan({ store }, { taskId }) {
    await standingTaskOf(store, taskId);
    return { summary: `Comment on ${taskId}` };
  },
  async execute({ store, number, now, id, caller, emit }, _plan, { taskId, text }) {
    const record: CommentRecord = {
      id: id("comment_"),
      author: caller.principal,
      text,
      taskId,
      createdAt: now,
      number,
    };
    await store.put(comments, record);
    store.add(commentCount, 1, taskId);
    const comment = showComment(record);
    emit(commentCreated, { comment });
    return { comment };
  },
});

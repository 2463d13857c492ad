import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { type CommentRecord, commentCount, comments } from "../collections.ts";
import { showComment } from "../comments.ts";
import { TaskArchived, TaskNotFound } from "../errors.ts";
import { commentCreated } from "../events.ts";
import { group } from "../group.ts";
import { Comment, CommentText, TaskId } from "../schemas.ts";
import { unarchivedTaskOf } from "../task.ts";

export const comment = defineCommand(group, {
  id: "tasks.comment",
  summary: "Add a comment to a task",
  description: "The caller becomes the author of the comment.",
  input: T.Object({ taskId: TaskId, text: CommentText }),
  output: T.Object({ comment: described(Comment, "The comment") }),
  errors: [TaskNotFound, TaskArchived],
  examples: [
    { title: "Report progress", input: { taskId: "task_0123456789abcdef01234567", text: "Half of the tests pass." } },
  ],
  resource: ({ taskId }) => taskId,
  async plan({ store }, { taskId }) {
    await unarchivedTaskOf(store, taskId);
    return { summary: `Add a comment to ${taskId}` };
  },
  undo:
    () =>
    ({ comment }) => ({ operation: "tasks.comments.remove", input: { commentId: comment.id } }),
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

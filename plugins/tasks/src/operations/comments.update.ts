import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { comments } from "../collections.ts";
import { ownCommentOf, showComment } from "../comments.ts";
import { CommentNotFound, CommentNotYours } from "../errors.ts";
import { commentUpdated } from "../events.ts";
import { group } from "../group.ts";
import { Comment, CommentId, CommentText } from "../schemas.ts";

export const commentsUpdate = defineCommand(group, {
  id: "tasks.comments.update",
  summary: "Update the text of a comment",
  description: "Only the author or an admin can update a comment.",
  input: T.Object({ commentId: CommentId, text: CommentText }),
  output: T.Object({ comment: described(Comment, "The comment") }),
  errors: [CommentNotFound, CommentNotYours],
  examples: [
    {
      title: "Replace the text",
      input: { commentId: "comment_0123456789abcdef01234567", text: "All of the tests pass." },
    },
  ],
  resource: ({ commentId }) => commentId,
  resources: async ({ store, caller }, { commentId }) => [(await ownCommentOf(store, caller, commentId)).taskId],
  async plan({ store, caller }, { commentId }) {
    const { taskId, createdAt, updatedAt = createdAt } = await ownCommentOf(store, caller, commentId);
    return { summary: `Update a comment on ${taskId}`, updatedAt };
  },
  async undo({ store, caller }, _plan, { commentId }) {
    const { text } = await ownCommentOf(store, caller, commentId);
    return { operation: "tasks.comments.update", input: { commentId, text } };
  },
  async execute({ store, caller, now, emit }, _plan, { commentId, text }) {
    const record = { ...(await ownCommentOf(store, caller, commentId)), text, updatedAt: now };
    await store.put(comments, record);
    const comment = showComment(record);
    emit(commentUpdated, { comment });
    return { comment };
  },
});

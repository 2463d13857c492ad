import { defineCommand, T } from "@postern/core";
import { commentCount, comments } from "../collections.ts";
import { ownCommentOf, showComment } from "../comments.ts";
import { CommentNotFound, CommentNotYours } from "../errors.ts";
import { commentRemoved } from "../events.ts";
import { group } from "../group.ts";
import { CommentId } from "../schemas.ts";

export const commentsRemove = defineCommand(group, {
  id: "tasks.comments.remove",
  summary: "Remove a comment",
  description: "Only the author or an admin can remove a comment. A removed comment cannot be restored.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ commentId: CommentId }),
  output: T.Object({ removed: T.Boolean({ description: "Whether it was removed" }) }),
  errors: [CommentNotFound, CommentNotYours],
  examples: [{ title: "Remove a comment", input: { commentId: "comment_0123456789abcdef01234567" } }],
  resource: ({ commentId }) => commentId,
  resources: async ({ store, caller }, { commentId }) => [(await ownCommentOf(store, caller, commentId)).taskId],
  async plan({ store, caller }, { commentId }) {
    const { taskId } = await ownCommentOf(store, caller, commentId);
    return { summary: `Remove a comment on ${taskId}` };
  },
  async execute({ store, caller, emit }, _plan, { commentId }) {
    const record = await ownCommentOf(store, caller, commentId);
    await store.delete(comments, commentId);
    store.add(commentCount, -1, record.taskId);
    emit(commentRemoved, { comment: showComment(record) });
    return { removed: true };
  },
});

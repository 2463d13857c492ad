import type { Caller, Reads } from "@postern/core";
import { type CommentRecord, comments } from "./collections.ts";
import { CommentNotFound, CommentNotYours } from "./errors.ts";
import type { Comment } from "./schemas.ts";

/** The comment. Throws 404 if it does not exist, and 403 if the caller is neither its author nor an admin. */
export async function ownCommentOf(store: Reads, caller: Caller, commentId: string): Promise<CommentRecord> {
  const comment = await store.get(comments, commentId);
  if (comment === undefined) throw CommentNotFound({ commentId });
  const { author } = comment;
  if (author !== caller.principal && !caller.isAdmin) throw CommentNotYours({ author });
  return comment;
}

/** The public fields of a comment. */
export function showComment({ number: _number, ...comment }: CommentRecord): Comment {
  return comment;
}

import { defineQuery, T } from "@postern/core";
import { limitToGrants, listOf, namedSource } from "@postern/kit/paging";
import { comments } from "../collections.ts";
import { showComment } from "../comments.ts";
import { group } from "../group.ts";
import { Comment } from "../schemas.ts";

const Comments = listOf("comments", Comment, { id: "id", createdAt: "time", author: "plain", text: "text" });

export const commentsFind = defineQuery(group, {
  id: "tasks.comments.find",
  summary: "Find comments by the start of their id",
  description: "Searches the comments on all tasks.",
  input: T.Object({
    name: T.String({ minLength: 1, maxLength: 128, description: "Beginning of the id, with or without `comment_`" }),
    ...Comments.fields,
  }),
  narrowed: true,
  output: Comments.output,
  examples: [{ title: "A short id", input: { name: "0123456789ab" } }],
  run: ({ store, caller }, { name, ...page }) =>
    Comments.answer(
      page,
      limitToGrants(
        namedSource(store.unchecked, comments, { name, idPrefix: "comment_" }),
        caller,
        "tasks.comments.find",
        ({ taskId }) => taskId,
      ),
      showComment,
    ),
});

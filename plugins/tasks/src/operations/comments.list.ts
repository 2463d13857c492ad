import { defineQuery, oneOf, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { listOf, within } from "@postern/kit/paging";
import { commentCount, comments } from "../collections.ts";
import { showComment } from "../comments.ts";
import { TaskNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Comment, TaskId } from "../schemas.ts";
import { taskOf } from "../task.ts";

const Comments = listOf("comments", Comment, { createdAt: "time", author: "plain", text: "text", id: ["id", 1] });

export const commentsList = defineQuery(group, {
  id: "tasks.comments.list",
  summary: "List the comments on a task",
  description: "Oldest first by default.",
  input: T.Object({
    taskId: TaskId,
    order: withDefault(
      described(oneOf("asc", "desc"), "Sort order: asc for oldest first, desc for newest first"),
      "asc",
    ),
    ...Comments.fields,
  }),
  output: Comments.output,
  errors: [TaskNotFound],
  examples: [
    {
      title: "The ten newest comments",
      input: { taskId: "task_0123456789abcdef01234567", order: "desc", limit: "10" },
    },
  ],
  resource: ({ taskId }) => taskId,
  async run({ store }, { taskId, order, ...page }) {
    await taskOf(store, taskId);
    const range = { by: "byTask" as const, prefix: [taskId], reverse: order === "desc" };
    // A query reads one snapshot and commits nothing, so unchecked reads are exact and cheaper.
    const source = within(store.unchecked, comments, range, () => store.sum(commentCount, taskId));
    return Comments.answer(page, source, showComment);
  },
});

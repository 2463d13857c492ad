import { type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, dependencyMissing, portionOf } from "@postern/kit/sync";
import { commentCount, comments, tasks } from "../collections.ts";
import { showComment } from "../comments.ts";
import { commentCreated, commentRemoved, commentUpdated } from "../events.ts";
import { Assignee, Comment, CommentId, CommentText, TaskId } from "../schemas.ts";

const SyncedComment = T.Object(
  { ...Comment.properties, id: CommentId, author: Assignee, taskId: TaskId, text: CommentText },
  { additionalProperties: false },
);

export const syncedComments = defineSyncKind({
  name: ["id"],
  schema: SyncedComment,
  async read(store, id = "") {
    const record = await store.get(comments, id);
    return record && showComment(record);
  },
  list: (store, portion) => portionOf(store, comments, portion, ({ id }) => [id]),
  put,
  async remove({ store, emit }, id = "") {
    const record = await store.get(comments, id);
    if (!record) return;
    await store.delete(comments, id);
    store.add(commentCount, -1, record.taskId);
    emit(commentRemoved, { comment: showComment(record) });
  },
});

async function put({ store, number, emit }: Transacting, comment: Static<typeof SyncedComment>): Promise<void> {
  const { id, taskId } = comment;
  if (!(await store.get(tasks, taskId))) throw dependencyMissing(["task", taskId]);
  const before = await store.get(comments, id);
  await store.put(comments, { ...comment, number: before?.number ?? number });
  if (before?.taskId !== taskId) {
    store.add(commentCount, 1, taskId);
    if (before) store.add(commentCount, -1, before.taskId);
  }
  emit(before ? commentUpdated : commentCreated, { comment });
}

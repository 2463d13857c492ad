import type { Task } from "@postern/client/api";
import { useId, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Text } from "../../ui/text.tsx";
import { Time } from "../../ui/time.tsx";
import { useTasks } from "./read.ts";

const PAGE = 100;

/** The comments on a task, oldest first, and a field for a new one. */
export function Comments({ task }: { task: Pick<Task, "id" | "archivedAt"> }) {
  const { may } = useSession();
  const [limit, setLimit] = useState(PAGE);
  const query = useTasks(`comments ${task.id} ${limit}`, (client, signal) =>
    client.tasks.comments.list({ taskId: task.id, order: "desc", limit }, { signal }),
  );
  return (
    <section class="stack">
      <h2>Comments</h2>
      <Loaded query={query}>
        {({ comments, nextOffset }) => (
          <>
            {nextOffset !== undefined && limit < 500 && (
              <button type="button" class="button quiet" onClick={() => setLimit(500)}>
                Show older comments
              </button>
            )}
            {comments.length === 0 && <p class="muted">No comments yet.</p>}
            <ul class="stack" aria-label="Comments">
              {comments.toReversed().map(({ id, author = "", text = "", createdAt = 0, updatedAt }) => (
                <li key={id} class="comment">
                  <div class="row small">
                    <strong class="cut" dir="auto">
                      {author}
                    </strong>
                    <Time at={createdAt} />
                    {updatedAt !== undefined && <span class="muted">edited</span>}
                  </div>
                  <Text text={text} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {may("tasks.comment") && task.archivedAt === undefined && <NewComment taskId={task.id} />}
    </section>
  );
}

function NewComment({ taskId }: { taskId: string }) {
  const { run } = useActions();
  const id = useId();
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function send(): Promise<void> {
    setBusy(true);
    const answer = await run({ operation: "tasks.comment", input: { taskId, text } });
    if (answer !== undefined) setText("");
    setBusy(false);
  }

  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label for={id} class="only-read">
        New comment
      </label>
      <textarea
        id={id}
        class="input"
        dir="auto"
        required
        placeholder="Write a comment"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <div class="row ends">
        <button type="submit" class="button" disabled={isBusy || text.trim() === ""}>
          Comment
        </button>
      </div>
    </form>
  );
}

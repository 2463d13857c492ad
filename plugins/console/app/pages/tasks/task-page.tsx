import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Link } from "../../ui/link.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Loaded, Page } from "../../ui/page.tsx";
import { Text } from "../../ui/text.tsx";
import { Comments } from "./comments.tsx";
import { Dependencies } from "./dependencies.tsx";
import { useMover } from "./mover.tsx";
import { useTasks } from "./read.ts";
import { TaskDialog } from "./task-dialog.tsx";
import { TaskFacts } from "./task-facts.tsx";

/** One task, with everything that can be done with it. */
export function TaskPage({ id }: { id: string }) {
  const { may } = useSession();
  const { stepsOf, move } = useMover();
  const { run } = useActions();
  const [isEditing, setEditing] = useState(false);
  const query = useTasks(
    `task ${id}`,
    async (client, signal) => (await client.tasks.show({ taskId: id }, { signal })).task,
  );
  const task = query.data;
  const steps = task ? stepsOf(task) : [];
  const archive = task?.archivedAt === undefined ? "tasks.archive" : "tasks.unarchive";
  const archiveLabel = task?.archivedAt === undefined ? "Archive" : "Unarchive";
  const more = [
    ...steps.slice(2).map((step) => ({ label: step.label, onChoose: () => task && move(task, step) })),
    ...(may(archive)
      ? [
          {
            label: archiveLabel,
            onChoose: () => void run({ operation: archive, input: { taskId: id } }, { done: `${archiveLabel}d` }),
          },
        ]
      : []),
  ];
  return (
    <Page
      title={task?.title ?? "Task"}
      actions={
        task && (
          <div class="row wrap">
            {steps.slice(0, 2).map((step, at) => (
              <button
                key={step.operation}
                type="button"
                class={at === 0 ? "button main" : "button"}
                onClick={() => move(task, step)}
              >
                {step.label}
              </button>
            ))}
            {may("tasks.update") && task.archivedAt === undefined && (
              <button type="button" class="button" onClick={() => setEditing(true)}>
                Edit
              </button>
            )}
            {more.length > 0 && <Menu label="More actions" items={more} />}
          </div>
        )
      }
    >
      <div class="stack">
        <Link to="tasks">← All tasks</Link>
        <Loaded query={query}>
          {(task) => (
            <div class="task">
              <TaskFacts task={task} />
              <div class="stack task-main">
                {task.status !== "active" && (
                  <p class={`note ${task.readiness.state === "ready" ? "good" : ""}`} dir="auto">
                    {task.readiness.reason}
                  </p>
                )}
                {task.summary !== undefined && (
                  <section class="stack">
                    <h2>Result</h2>
                    <Text text={task.summary} />
                  </section>
                )}
                <section class="stack">
                  <h2>Instructions</h2>
                  {task.instructions ? <Text text={task.instructions} /> : <p class="muted">None.</p>}
                </section>
                <Dependencies task={task} />
                <Comments task={task} />
              </div>
            </div>
          )}
        </Loaded>
      </div>
      {isEditing && task && <TaskDialog task={task} onClose={() => setEditing(false)} />}
    </Page>
  );
}

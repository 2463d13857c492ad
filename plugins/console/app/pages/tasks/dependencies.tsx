import type { Task, TaskNode } from "@postern/client/api";
import { useState } from "preact/hooks";
import { pathTo } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Link } from "../../ui/link.tsx";
import { Loaded } from "../../ui/page.tsx";
import { StatusDot } from "./marks.tsx";
import { useTasks } from "./read.ts";
import { TaskPicker } from "./task-picker.tsx";

/** What a task waits for, and what waits for it. */
export function Dependencies({ task }: { task: Pick<Task, "id" | "title" | "archivedAt"> }) {
  const { may } = useSession();
  const { run } = useActions();
  const [isAdding, setAdding] = useState(false);
  const taskId = task.id;
  const query = useTasks(`dependencies ${taskId}`, async (client, signal) => {
    const [up, down] = await Promise.all(
      (["up", "down"] as const).map((direction) =>
        client.tasks.deps.list({ taskId, direction, limit: 500 }, { signal }),
      ),
    );
    return { up: nodesOf(up), down: nodesOf(down) };
  });
  const remove = (node: TaskNode) =>
    void run(
      { operation: "tasks.deps.remove", input: { taskId, dependencyTaskId: node.id } },
      { done: "Dependency removed" },
    );
  return (
    <section class="stack">
      <div class="row">
        <h2 class="grow">Dependencies</h2>
        {may("tasks.deps.add") && task.archivedAt === undefined && (
          <button type="button" class="button quiet" onClick={() => setAdding(true)}>
            Add a dependency
          </button>
        )}
      </div>
      <Loaded query={query}>
        {({ up, down }) => (
          <>
            {up.length === 0 && down.length === 0 && <p class="muted">Waits for no other task.</p>}
            {up.length > 0 && (
              <Nodes label="Waits for" nodes={up} onRemove={may("tasks.deps.remove") ? remove : undefined} />
            )}
            {down.length > 0 && <Nodes label="Required by" nodes={down} />}
          </>
        )}
      </Loaded>
      {isAdding && (
        <TaskPicker
          except={taskId}
          onClose={() => setAdding(false)}
          onChoose={(dependencyTaskId) =>
            run({ operation: "tasks.deps.add", input: { taskId, dependencyTaskId } }, { throws: true })
          }
        />
      )}
    </section>
  );
}

const nodesOf = (page: { dependencies: readonly { task?: TaskNode }[] } | undefined): readonly TaskNode[] =>
  page?.dependencies.flatMap(({ task }) => task ?? []) ?? [];

interface NodesProps {
  readonly label: string;
  readonly nodes: readonly TaskNode[];
  readonly onRemove?: ((node: TaskNode) => void) | undefined;
}

function Nodes({ label, nodes, onRemove }: NodesProps) {
  return (
    <div>
      <h3 class="small muted">{label}</h3>
      <ul class="list" aria-label={label}>
        {nodes.map((node) => (
          <li key={node.id} class="task-row">
            <StatusDot status={node.status} />
            <Link to={pathTo("tasks", "show", node.id)} class="title cut grow">
              <span dir="auto">{node.title}</span>
            </Link>
            {onRemove && (
              <button
                type="button"
                class="button quiet icon"
                aria-label={`Remove the dependency on ${node.title}`}
                title="Remove the dependency"
                onClick={() => onRemove(node)}
              >
                ✕
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

import { useState } from "preact/hooks";
import { pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Link } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { Board } from "./board.tsx";
import { FilterBar, readFilter } from "./filter.tsx";
import { Graph } from "./graph.tsx";
import { MoverProvider } from "./mover.tsx";
import { TaskDialog } from "./task-dialog.tsx";
import { ReadyQueue, TaskList } from "./task-list.tsx";
import { TaskPage } from "./task-page.tsx";
import "./tasks.css";

const VIEWS = [
  { path: "board", label: "Board", needs: "tasks.board", fields: ["assignee"], show: Board },
  { path: "list", label: "List", needs: "tasks.list", fields: ["name", "status", "assignee"], show: TaskList },
  { path: "ready", label: "Ready", needs: "tasks.ready", fields: ["assignee"], show: ReadyQueue },
  { path: "graph", label: "Dependencies", needs: "tasks.deps.graph", fields: [], show: Graph },
] as const;

/** Tasks in four views, and one task: `tasks/show/task_…`. */
export function TasksPage() {
  const [, view, id] = place.value.parts;
  return (
    <MoverProvider>
      {view === "show" && id !== undefined ? <TaskPage key={id} id={id} /> : <Views path={view} />}
    </MoverProvider>
  );
}

function Views({ path }: { path: string | undefined }) {
  const { may } = useSession();
  const [isCreating, setCreating] = useState(false);
  const views = VIEWS.filter(({ needs }) => may(needs));
  const view = views.find((one) => one.path === path) ?? views[0];
  if (!view) return null;
  const filter = readFilter();
  const create = may("tasks.create") ? () => setCreating(true) : undefined;
  return (
    <Page
      title="Tasks"
      isFlush
      actions={
        <>
          <nav class="tabs own-line" aria-label="Views of tasks">
            {views.map(({ path, label }) => (
              <Link key={path} to={pathTo("tasks", path)} aria-current={path === view.path ? "page" : undefined}>
                {label}
              </Link>
            ))}
          </nav>
          {view.fields.length > 0 && <FilterBar filter={filter} fields={view.fields} />}
          {create && (
            <button type="button" class="button main header-end" onClick={create}>
              New task
            </button>
          )}
        </>
      }
    >
      <view.show filter={filter} onCreate={create} />
      {isCreating && <TaskDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

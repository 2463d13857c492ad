import type { TaskColumn } from "@postern/client/api";
import { useState } from "preact/hooks";
import { pathTo } from "../../router.ts";
import { Link } from "../../ui/link.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Card } from "./card.tsx";
import type { ViewProps } from "./filter.tsx";
import { StatusDot } from "./marks.tsx";
import { useMover } from "./mover.tsx";
import { NoTasks } from "./no-tasks.tsx";
import { useTasks } from "./read.ts";
import { LABELS, type Movable } from "./steps.ts";

/** How many tasks of a column are shown. The list has the others. */
const LIMIT = 50;

/** All tasks by status. They are moved by dragging or with their menus. */
export function Board({ filter: { assignee }, onCreate }: ViewProps) {
  const query = useTasks(`board ${assignee}`, (client, signal) =>
    client.tasks.board({ limit: LIMIT, ...(assignee === "" ? {} : { assignee }) }, { signal }),
  );
  const [dragged, setDragged] = useState<Movable | undefined>();
  return (
    <Loaded query={query}>
      {({ columns }) =>
        columns.every(({ total }) => total === 0) && assignee === "" ? (
          <NoTasks text="No tasks yet. Create the first one, here or in a terminal:" onCreate={onCreate} />
        ) : (
          <div class="board">
            {columns.map((column) => (
              <Column key={column.status} column={column} dragged={dragged} onDrag={setDragged} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

interface ColumnProps {
  readonly column: TaskColumn;
  readonly dragged: Movable | undefined;
  readonly onDrag: (task: Movable | undefined) => void;
}

function Column({ column: { status, total, totalCapped, tasks }, dragged, onDrag }: ColumnProps) {
  const { stepsOf, move } = useMover();
  const [isOver, setOver] = useState(false);
  const step = dragged && stepsOf(dragged).find(({ to }) => to === status);
  const state = !dragged || dragged.status === status ? "" : step ? (isOver ? "accepts over" : "accepts") : "refuses";
  return (
    <section
      class={`column ${state}`}
      aria-label={LABELS[status]}
      onDragOver={(event) => {
        if (!step) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrag(undefined);
        if (dragged && step) move(dragged, step);
      }}
    >
      <h2 class="row">
        <StatusDot status={status} />
        <span aria-hidden="true">{LABELS[status]}</span>
        <span class="muted count">
          {total.toLocaleString()}
          {totalCapped && "+"}
        </span>
      </h2>
      {tasks.length === 0 ? (
        <p class="no-cards small muted">No tasks</p>
      ) : (
        <ul class="cards">
          {tasks.map((task) => (
            <Card key={task.id} task={task} onDrag={onDrag} />
          ))}
        </ul>
      )}
      {total > tasks.length && (
        <Link class="small more" to={`${pathTo("tasks", "list")}?status=${status}`}>
          All {total.toLocaleString()} tasks
        </Link>
      )}
    </section>
  );
}

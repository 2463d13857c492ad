import type { TaskItem } from "@postern/client/api";
import { useState } from "preact/hooks";
import { pathTo } from "../../router.ts";
import type { Session } from "../../session/session.ts";
import { Link } from "../../ui/link.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import type { Filter } from "./filter.tsx";
import { Marks, StatusDot } from "./marks.tsx";
import { useTasks } from "./read.ts";
import { StepMenu } from "./step-menu.tsx";

const PAGE = 500;

type Load = (
  client: Session["client"],
  page: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
) => Promise<{ readonly tasks: readonly Partial<TaskItem>[]; readonly total: number; readonly nextOffset?: number }>;

/** Every task that passes the filter, newest first. */
export function TaskList({ filter }: { filter: Filter }) {
  const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
  const key = `list ${JSON.stringify(wanted)}`;
  return (
    <Rows
      key={key}
      id={key}
      label="Tasks"
      load={(client, page, signal) => client.tasks.list({ ...wanted, ...page }, { signal })}
    >
      {Object.keys(wanted).length > 0 ? (
        <Empty text="No task passes this filter." />
      ) : (
        <Empty text="No tasks yet. Create the first one:" command='postern tasks create --title "Buy tea"' />
      )}
    </Rows>
  );
}

/** The tasks that can start now, in the order in which they should. */
export function ReadyQueue({ filter: { assignee } }: { filter: Filter }) {
  const wanted = assignee === "" ? {} : { assignee };
  const key = `ready ${assignee}`;
  return (
    <Rows
      key={key}
      id={key}
      label="Ready tasks"
      load={(client, page, signal) => client.tasks.ready({ ...wanted, ...page }, { signal })}
    >
      <Empty text="No task can start now. Create one:" command='postern tasks create --title "Buy tea"' />
    </Rows>
  );
}

interface RowsProps {
  readonly id: string;
  readonly label: string;
  readonly load: Load;
  /** Shown instead of no tasks. */
  readonly children: preact.ComponentChildren;
}

function Rows({ id, label, load, children }: RowsProps) {
  const [pages, setPages] = useState(1);
  const query = useTasks(`${id} ${pages}`, async (client, signal) => {
    const tasks: Partial<TaskItem>[] = [];
    for (let offset = 0, read = 0; ; read += 1) {
      const page = await load(client, { limit: PAGE, offset }, signal);
      tasks.push(...page.tasks);
      if (page.nextOffset === undefined || read + 1 >= pages)
        return { tasks: tasks as TaskItem[], hasMore: page.nextOffset !== undefined };
      offset = page.nextOffset;
    }
  });
  return (
    <Loaded query={query}>
      {({ tasks, hasMore }) =>
        tasks.length === 0 ? (
          children
        ) : (
          <div class="rows">
            <VirtualList
              label={label}
              items={tasks}
              keyOf={({ id }) => id}
              estimate={41}
              render={(task) => <Row task={task} />}
            />
            {hasMore && (
              <button type="button" class="button quiet" onClick={() => setPages(pages + 1)}>
                Show more
              </button>
            )}
          </div>
        )
      }
    </Loaded>
  );
}

function Row({ task }: { task: TaskItem }) {
  return (
    <div class="task-row">
      <StatusDot status={task.status} />
      <Link to={pathTo("tasks", "show", task.id)} class="title cut">
        <span dir="auto">{task.title}</span>
      </Link>
      <Marks task={task} />
      <StepMenu task={task} />
    </div>
  );
}

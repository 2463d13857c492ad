import type { TaskItem } from "@postern/client/api";
import { pathTo } from "../../router.ts";
import { Link } from "../../ui/link.tsx";
import { Empty } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import type { ViewProps } from "./filter.tsx";
import { Marks, StatusDot } from "./marks.tsx";
import { NoTasks } from "./no-tasks.tsx";
import { StepMenu } from "./step-menu.tsx";

/** Every task that passes the filter, newest first. */
export function TaskList({ filter, onCreate }: ViewProps) {
  const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
  const key = `list ${JSON.stringify(wanted)}`;
  return (
    <Rows
      {...ROWS}
      key={key}
      id={key}
      label="Tasks"
      load={async (client, page, signal) => itemsOf(await client.tasks.list({ ...wanted, ...page }, { signal }))}
    >
      {Object.keys(wanted).length > 0 ? (
        <Empty text="No task passes this filter." />
      ) : (
        <NoTasks text="No tasks yet. Create the first one, here or in a terminal:" onCreate={onCreate} />
      )}
    </Rows>
  );
}

/** The tasks that can start now, in the order in which they should. */
export function ReadyQueue({ filter: { assignee }, onCreate }: ViewProps) {
  const wanted = assignee === "" ? {} : { assignee };
  const key = `ready ${assignee}`;
  return (
    <Rows
      {...ROWS}
      key={key}
      id={key}
      label="Ready tasks"
      load={async (client, page, signal) => itemsOf(await client.tasks.ready({ ...wanted, ...page }, { signal }))}
    >
      <NoTasks text="No task can start now. Create one, here or in a terminal:" onCreate={onCreate} />
    </Rows>
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

/** What all lists of tasks have in common. */
const ROWS = {
  events: ["tasks.**"],
  keyOf: ({ id }: TaskItem) => id,
  estimate: 41,
  render: (task: TaskItem) => <Row task={task} />,
};

const itemsOf = ({ tasks, ...page }: { tasks: readonly Partial<TaskItem>[]; nextOffset?: number }) => ({
  items: tasks,
  ...page,
});

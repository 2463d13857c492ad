import type { TaskCard } from "@postern/client/api";
import { pathTo } from "../../router.ts";
import { Link } from "../../ui/link.tsx";
import { Marks } from "./marks.tsx";
import { StepMenu } from "./step-menu.tsx";
import type { Movable } from "./steps.ts";

interface CardProps {
  readonly task: TaskCard;
  readonly onDrag: (task: Movable | undefined) => void;
}

/** A task on the board. */
export function Card({ task, onDrag }: CardProps) {
  const { id, title, readiness, status } = task;
  const isWaiting = status === "open" && readiness.state === "waiting";
  return (
    <li
      class="task-card"
      draggable
      onDragStart={(event) => {
        event.dataTransfer?.setData("text/plain", id);
        if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
        onDrag(task);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <div class="row top-row">
        <Link to={pathTo("tasks", "show", id)} class="grow title">
          <span dir="auto">{title}</span>
        </Link>
        <StepMenu task={task} />
      </div>
      {status === "blocked" || status === "failed" ? (
        <p class="small muted clamp" dir="auto">
          {task.reason}
        </p>
      ) : (
        isWaiting && <p class="small muted">Waits for {count(readiness.unsatisfied.length)}</p>
      )}
      <Marks task={task} />
    </li>
  );
}

const count = (tasks: number): string => (tasks === 1 ? "1 task" : `${tasks} tasks`);

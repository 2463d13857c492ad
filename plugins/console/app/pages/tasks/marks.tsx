import type { TaskCard } from "@postern/client/api";
import { Time } from "../../ui/time.tsx";
import { LABELS, type Status } from "./steps.ts";

/** The status of a task as a coloured dot, with its name for screen readers. */
export function StatusDot({ status }: { status: Status }) {
  return (
    <span class={`dot ${status}`} title={LABELS[status]}>
      <span class="only-read">{LABELS[status]}</span>
    </span>
  );
}

/** A priority as bars, or nothing for the usual one. */
export function Priority({ priority }: { priority: TaskCard["priority"] }) {
  if (priority === "normal") return null;
  return <span class={`priority ${priority}`}>{priority}</span>;
}

/** What matters about a task at a glance: priority, assignee, due time, comments, tags. */
export function Marks({ task }: { task: Partial<TaskCard> }) {
  const { priority, assignee, dueAt, tags = [], commentCount = 0, status } = task;
  const isOverdue = dueAt !== undefined && dueAt < Date.now() && status !== "done" && status !== "failed";
  return (
    <span class="marks">
      {priority && <Priority priority={priority} />}
      {assignee !== undefined && (
        <span class="cut" dir="auto">
          {assignee}
        </span>
      )}
      {dueAt !== undefined && (
        <span class={isOverdue ? "overdue" : undefined}>
          {isOverdue ? "Overdue " : "Due "}
          <Time at={dueAt} />
        </span>
      )}
      {commentCount > 0 && <span>{commentCount === 1 ? "1 comment" : `${commentCount} comments`}</span>}
      {tags.map((tag) => (
        <span key={tag} class="tag" dir="auto">
          {tag}
        </span>
      ))}
    </span>
  );
}

import type { Api } from "@postern/client/api";
import { pathTo } from "../../router.ts";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { Link } from "../../ui/link.tsx";
import { Time } from "../../ui/time.tsx";

type Shown = Api["tasks.show"]["output"]["task"];

/** What is known about a task, as names and values. */
export function TaskFacts({ task }: { task: Shown }) {
  const { id, status, readiness, priority, assignee, dueAt, parent, projectId, profile, tags, children } = task;
  const subtasks = Object.values(children).reduce((sum, count) => sum + count, 0);
  return (
    <dl class="facts card task-facts">
      <dt>Status</dt>
      <dd class="row wrap">
        <Badge text={status} tone={status === "open" ? "plain" : undefined} />
        {status === "open" && <Badge text={readiness.state} />}
        {task.archivedAt !== undefined && <Badge text="archived" />}
      </dd>
      <dt>Priority</dt>
      <dd>{priority}</dd>
      <dt>Assignee</dt>
      <dd dir="auto">{assignee ?? <span class="muted">Nobody</span>}</dd>
      <dt>Due</dt>
      <dd>{dueAt === undefined ? <span class="muted">No date</span> : <Time at={dueAt} />}</dd>
      {tags.length > 0 && (
        <>
          <dt>Tags</dt>
          <dd class="row wrap">
            {tags.map((tag) => (
              <span key={tag} class="tag" dir="auto">
                {tag}
              </span>
            ))}
          </dd>
        </>
      )}
      {profile !== undefined && (
        <>
          <dt>Profile</dt>
          <dd>{profile}</dd>
        </>
      )}
      {projectId !== undefined && (
        <>
          <dt>Project</dt>
          <dd>
            <Id id={projectId} />
          </dd>
        </>
      )}
      {parent !== undefined && (
        <>
          <dt>Parent</dt>
          <dd>
            <Link to={pathTo("tasks", "show", parent)}>{parent}</Link>
          </dd>
        </>
      )}
      {subtasks > 0 && (
        <>
          <dt>Subtasks</dt>
          <dd>
            {children.done} of {subtasks} done
          </dd>
        </>
      )}
      <dt>Created</dt>
      <dd>
        <Time at={task.createdAt} />
      </dd>
      <dt>Updated</dt>
      <dd>
        <Time at={task.updatedAt} />
      </dd>
      {task.startedAt !== undefined && (
        <>
          <dt>Started</dt>
          <dd>
            <Time at={task.startedAt} />
          </dd>
        </>
      )}
      {task.finishedAt !== undefined && (
        <>
          <dt>Finished</dt>
          <dd>
            <Time at={task.finishedAt} />
          </dd>
        </>
      )}
      <dt>Id</dt>
      <dd>
        <Id id={id} />
      </dd>
    </dl>
  );
}

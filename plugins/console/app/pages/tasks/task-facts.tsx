import type { Api } from "@postern/client/api";
import { pathTo } from "../../router.ts";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { Time } from "../../ui/time.tsx";

type Shown = Api["tasks.show"]["output"]["task"];

/** What is known about a task, as names and values. */
export function TaskFacts({ task }: { task: Shown }) {
  const { id, status, readiness, priority, assignee, dueAt, parent, projectId, profile, tags, children } = task;
  const subtasks = Object.values(children).reduce((sum, count) => sum + count, 0);
  return (
    <Facts class="card task-facts">
      <Fact name="Status">
        <span class="row wrap">
          <Badge text={status} tone={status === "open" ? "plain" : undefined} />
          {status === "open" && <Badge text={readiness.state} />}
          {task.archivedAt !== undefined && <Badge text="archived" />}
        </span>
      </Fact>
      <Fact name="Priority">{priority}</Fact>
      <Fact name="Assignee">
        {assignee === undefined ? <span class="muted">Nobody</span> : <span dir="auto">{assignee}</span>}
      </Fact>
      <Fact name="Due">{dueAt === undefined ? <span class="muted">No date</span> : <Time at={dueAt} />}</Fact>
      {tags.length > 0 && (
        <Fact name="Tags">
          <span class="row wrap">
            {tags.map((tag) => (
              <span key={tag} class="tag" dir="auto">
                {tag}
              </span>
            ))}
          </span>
        </Fact>
      )}
      {profile !== undefined && <Fact name="Profile">{profile}</Fact>}
      {projectId !== undefined && (
        <Fact name="Project">
          <Id id={projectId} />
        </Fact>
      )}
      {parent !== undefined && (
        <Fact name="Parent">
          <Link to={pathTo("tasks", "show", parent)}>{parent}</Link>
        </Fact>
      )}
      {subtasks > 0 && (
        <Fact name="Subtasks">
          {children.done} of {subtasks} done
        </Fact>
      )}
      <Fact name="Created">
        <Time at={task.createdAt} />
      </Fact>
      <Fact name="Updated">
        <Time at={task.updatedAt} />
      </Fact>
      {task.startedAt !== undefined && (
        <Fact name="Started">
          <Time at={task.startedAt} />
        </Fact>
      )}
      {task.finishedAt !== undefined && (
        <Fact name="Finished">
          <Time at={task.finishedAt} />
        </Fact>
      )}
      <Fact name="Id">
        <Id id={id} />
      </Fact>
    </Facts>
  );
}

import type { ProjectTaskSource } from "@postern/projects/services";
import { projectCount, tasks } from "./collections.ts";
import type { Status } from "./schemas.ts";

/** Number of open tasks that are shown with a project. */
const SHOWN = 50;
const STATUSES: readonly Status[] = ["open", "active", "blocked", "done", "failed"];

/** The tasks of a project: how many there are in each status, and the first ones that are not finished. */
export const tasksOfProject: ProjectTaskSource = async ({ store, caller }, projectId) => {
  // A key that is limited to some tasks may not count the others.
  if (!caller.allows("tasks:read")) return undefined;
  const counts = await Promise.all(STATUSES.map((status) => store.sum(projectCount, projectId, status)));
  const { items } = await store.find(tasks, { by: "byOpenIn", prefix: [projectId], limit: SHOWN });
  return {
    counts: Object.fromEntries(STATUSES.map((status, at) => [status, counts[at] ?? 0])) as Record<Status, number>,
    open: items.map(({ id, title, status, priority, assignee, dueAt }) => ({
      id,
      title,
      status,
      priority,
      ...(assignee !== undefined && { assignee }),
      ...(dueAt !== undefined && { dueAt }),
    })),
  };
};

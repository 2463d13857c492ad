import { defineCommand, T } from "@postern/core";
import { projects } from "../collections.ts";
import { ProjectNotFound } from "../errors.ts";
import { projectUnarchived } from "../events.ts";
import { group } from "../group.ts";
import { projectOf, resourceOf } from "../project.ts";
import { Project, ProjectRef } from "../schemas.ts";

export const unarchive = defineCommand(group, {
  id: "projects.unarchive",
  summary: "Take a project back from the archive",
  input: T.Object({ id: ProjectRef }),
  output: T.Object({ project: Project }),
  errors: [ProjectNotFound],
  examples: [{ title: "One project", input: { id: "web-site" } }],
  resource: resourceOf,
  async plan({ store }, { id }) {
    const { id: projectId, slug } = await projectOf(store, id);
    return { summary: `Unarchive the project ${slug}`, projectId };
  },
  async execute({ store, now, emit }, { projectId }) {
    const before = await projectOf(store, projectId);
    if (before.archivedAt === undefined) return { project: before };
    const { archivedAt: _, ...rest } = before;
    const project = { ...rest, updatedAt: now };
    await store.put(projects, project);
    emit(projectUnarchived, { project });
    return { project };
  },
});

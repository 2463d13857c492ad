import { defineCommand, T } from "@postern/core";
import { projects } from "../collections.ts";
import { ProjectNotFound } from "../errors.ts";
import { projectArchived } from "../events.ts";
import { group } from "../group.ts";
import { projectOf, resourceOf } from "../project.ts";
import { Project, ProjectRef } from "../schemas.ts";

export const archive = defineCommand(group, {
  id: "projects.archive",
  summary: "Archive a project",
  description: "It keeps its slug and what is filed under it; other groups say what they still do with it.",
  input: T.Object({ id: ProjectRef }),
  output: T.Object({ project: Project }),
  errors: [ProjectNotFound],
  examples: [{ title: "One project", input: { id: "web-site" } }],
  resource: resourceOf,
  async plan({ store }, { id }) {
    const { id: projectId, slug } = await projectOf(store, id);
    return { summary: `Archive the project ${slug}`, projectId };
  },
  async execute({ store, now, emit }, { projectId }) {
    const before = await projectOf(store, projectId);
    if (before.archivedAt !== undefined) return { project: before };
    const project = { ...before, archivedAt: now, updatedAt: now };
    await store.put(projects, project);
    emit(projectArchived, { project });
    return { project };
  },
});

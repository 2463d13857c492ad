import { defineCommand, T } from "@postern/core";
import { ProjectNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { projectOf, resourceOf, shelveProject } from "../project.ts";
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
  execute: (ctx, { projectId }) => shelveProject(ctx, projectId, true),
});

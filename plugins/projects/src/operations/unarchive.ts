import { defineCommand, T } from "@postern/core";
import { ProjectNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { projectOf, resourceOf, shelveProject } from "../project.ts";
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
  execute: (ctx, { projectId }) => shelveProject(ctx, projectId, false),
});

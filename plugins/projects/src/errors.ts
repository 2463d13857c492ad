import { defineError, T } from "@postern/core";

export const ProjectNotFound = defineError("projects.project_not_found", {
  status: 404,
  data: T.Object({ project: T.String() }),
  message: ({ project }) => `Project "${project}" not found. List projects with "postern projects list".`,
  fix: () => "postern projects list",
});

export const SlugTaken = defineError("projects.slug_taken", {
  status: 409,
  data: T.Object({ slug: T.String(), projectId: T.String(), archived: T.Boolean() }),
  message: ({ slug, projectId, archived }) =>
    `The slug "${slug}" is already used by ${archived ? "the archived project" : "project"} "${projectId}".`,
  fix: ({ projectId }) => `postern projects show --id ${projectId}`,
});

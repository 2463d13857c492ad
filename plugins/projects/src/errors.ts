import { defineError, T } from "@postern/core";

export const ProjectNotFound = defineError("projects.project_not_found", {
  status: 404,
  data: T.Object({ project: T.String() }),
  message: ({ project }) => `There is no project ${project}`,
  fix: () => "postern projects list",
});

export const SlugTaken = defineError("projects.slug_taken", {
  status: 409,
  data: T.Object({ slug: T.String(), projectId: T.String(), archived: T.Boolean() }),
  message: ({ slug, projectId, archived }) =>
    `The slug ${slug} belongs to project ${projectId}${archived ? ", which is archived" : ""}`,
  fix: ({ projectId }) => `postern projects show --id ${projectId}`,
});

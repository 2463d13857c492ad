import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { ProjectNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { projectOf, resourceOf } from "../project.ts";
import { Project, ProjectRef } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "projects.show",
  summary: "Show a project",
  description: "Accepts the id or the slug of the project.",
  input: T.Object({ id: ProjectRef }),
  output: T.Object({ project: described(Project, "The project") }),
  errors: [ProjectNotFound],
  examples: [
    { title: "By slug", input: { id: "web-site" } },
    { title: "By id", input: { id: "proj_0123456789abcdef01234567" } },
  ],
  resource: resourceOf,
  run: async ({ store }, { id }) => ({ project: await projectOf(store, id) }),
});

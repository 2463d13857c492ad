import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ProjectNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { projectOf, resourceOf } from "../project.ts";
import { Project, ProjectRef, ProjectTasks } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "projects.show",
  summary: "Show a project",
  description:
    "Accepts the id or the slug of the project. Its tasks are counted by status, and the first 50 that are not finished " +
    "are listed; tasks.list with the projectId lists all.",
  input: T.Object({ id: ProjectRef }),
  output: T.Object({
    project: described(Project, "The project"),
    tasks: T.Optional(described(ProjectTasks, "Its tasks, if the plugin tasks is enabled and the key may read them")),
  }),
  errors: [ProjectNotFound],
  examples: [
    { title: "By slug", input: { id: "web-site" } },
    { title: "By id", input: { id: "proj_0123456789abcdef01234567" } },
  ],
  resource: resourceOf,
  async run({ store, caller, state }, { id }) {
    const project = await projectOf(store, id);
    const tasks = await state.tasks?.({ store: store.unchecked, caller }, project.id);
    return { project, ...(tasks && { tasks: { ...tasks, open: [...tasks.open] } }) };
  },
});

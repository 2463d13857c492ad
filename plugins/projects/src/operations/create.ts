import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { projects } from "../collections.ts";
import { SlugTaken } from "../errors.ts";
import { projectCreated } from "../events.ts";
import { group } from "../group.ts";
import { Description, Name, Project, Slug } from "../schemas.ts";
import { assertSlugIsFree, slugFor } from "../slug.ts";

export const create = defineCommand(group, {
  id: "projects.create",
  summary: "Create a project",
  description: "Without a slug, one is generated from the name, with a number appended if it is already used.",
  input: T.Object({ name: Name, slug: T.Optional(Slug), description: T.Optional(Description) }),
  output: T.Object({ project: described(Project, "The project") }),
  errors: [SlugTaken],
  examples: [
    { title: "With a generated slug", input: { name: "Web site" } },
    {
      title: "With a slug and a description",
      input: { name: "Web site 2027", slug: "web", description: "The relaunch" },
    },
  ],
  async plan({ store }, { name, slug }) {
    if (slug !== undefined) await assertSlugIsFree(store, slug);
    const own = slug ?? (await slugFor(store, name));
    return { summary: `Create the project ${own}`, slug: own };
  },
  undo:
    () =>
    ({ project }) => ({ operation: "projects.archive", input: { id: project.id } }),
  async execute({ store, now, id, emit }, { slug }, { name, description }) {
    const project: Project = {
      id: id("proj_"),
      slug,
      name,
      ...(description && { description }),
      createdAt: now,
      updatedAt: now,
    };
    await store.put(projects, project);
    emit(projectCreated, { project });
    return { project };
  },
});

import { defineCommand, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { projects } from "../collections.ts";
import { ProjectNotFound, SlugTaken } from "../errors.ts";
import { projectUpdated } from "../events.ts";
import { group } from "../group.ts";
import { projectOf, resourceOf, resourcesOf } from "../project.ts";
import { Description, Name, Project, ProjectRef, Slug } from "../schemas.ts";
import { assertSlugIsFree } from "../slug.ts";

export const update = defineCommand(group, {
  id: "projects.update",
  summary: "Update the name, description or slug of a project",
  description:
    "Omitted fields stay unchanged. The old slug becomes available immediately and is not redirected. The id and the " +
    "records of the project stay the same.",
  input: T.Object({
    id: ProjectRef,
    name: T.Optional(Name),
    description: T.Optional(Description),
    slug: T.Optional(Slug),
  }),
  output: T.Object({ project: described(Project, "The project") }),
  errors: [ProjectNotFound, SlugTaken],
  examples: [
    { title: "Rename a project", input: { id: "web-site", name: "Web site 2027" } },
    { title: "Change the slug and remove the description", input: { id: "web-site", slug: "web", description: "" } },
  ],
  resource: resourceOf,
  resources: resourcesOf,
  async plan({ store }, { id, slug }) {
    const before = await projectOf(store, id);
    if (slug === undefined || slug === before.slug)
      return { summary: `Update the project ${before.slug}`, projectId: before.id };
    await assertSlugIsFree(store, slug, before.id);
    const summary = `Update the project ${before.slug} and change its slug to ${slug}`;
    return { summary, projectId: before.id, formerSlug: before.slug };
  },
  async undo({ store }, { projectId }, { id: _, ...given }) {
    const fields = restoring(given, await projectOf(store, projectId), { description: "" });
    return fields && { operation: "projects.update", input: { id: projectId, ...fields } };
  },
  async execute({ store, now, emit }, { projectId, formerSlug }, { name, description, slug }) {
    const before = await projectOf(store, projectId);
    const { description: previous, ...rest } = before;
    const next = (description ?? previous) || undefined;
    const project: Project = {
      ...rest,
      slug: slug ?? before.slug,
      name: name ?? before.name,
      ...(next !== undefined && { description: next }),
      updatedAt: now,
    };
    const isSame = project.slug === before.slug && project.name === before.name && next === previous;
    if (isSame) return { project: before };
    await store.put(projects, project);
    emit(projectUpdated, { project, ...(formerSlug !== undefined && { formerSlug }) });
    return { project };
  },
});

import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { projects } from "../collections.ts";
import { ProjectNotFound, SlugTaken } from "../errors.ts";
import { projectUpdated } from "../events.ts";
import { group } from "../group.ts";
import { projectOf, resourceOf } from "../project.ts";
import { Description, Name, Project, ProjectRef, Slug } from "../schemas.ts";
import { assertSlugIsFree } from "../slug.ts";

export const update = defineCommand(group, {
  id: "projects.update",
  summary: "Change the name, the description or the slug of a project",
  description:
    "A slug that is given up is free at once, and leads nowhere; the id stays, and with it what is filed under it.",
  input: T.Object({
    id: ProjectRef,
    name: T.Optional(Name),
    description: T.Optional(Description),
    slug: T.Optional(Slug),
  }),
  output: T.Object({ project: described(Project, "The project, or null") }),
  errors: [ProjectNotFound, SlugTaken],
  examples: [
    { title: "Another name", input: { id: "web-site", name: "Web site 2027" } },
    { title: "Another slug, and no description", input: { id: "web-site", slug: "web", description: "" } },
  ],
  resource: resourceOf,
  async plan({ store }, { id, slug }) {
    const before = await projectOf(store, id);
    if (slug === undefined || slug === before.slug)
      return { summary: `Change the project ${before.slug}`, projectId: before.id };
    await assertSlugIsFree(store, slug, before.id);
    const summary = `Change the project ${before.slug}, which is called ${slug} from then on`;
    return { summary, projectId: before.id, formerSlug: before.slug };
  },
  async execute({ store, now, emit }, { projectId, formerSlug }, { name, description, slug }) {
    const before = await projectOf(store, projectId);
    const { description: said, ...rest } = before;
    const words = (description ?? said) || undefined;
    const project: Project = {
      ...rest,
      slug: slug ?? before.slug,
      name: name ?? before.name,
      ...(words !== undefined && { description: words }),
      updatedAt: now,
    };
    const isSame = project.slug === before.slug && project.name === before.name && words === said;
    if (isSame) return { project: before };
    await store.put(projects, project);
    emit(projectUpdated, { project, ...(formerSlug !== undefined && { formerSlug }) });
    return { project };
  },
});

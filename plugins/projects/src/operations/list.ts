import { defineQuery, T } from "@postern/core";
import { filtered, limitToGrants, listOf, namedSource, nameField, within } from "@postern/kit/paging";
import { projects } from "../collections.ts";
import { group } from "../group.ts";
import { Project } from "../schemas.ts";

const Projects = listOf("projects", Project, {
  slug: "plain",
  name: "text",
  description: ["text", 1],
  id: ["id", 2],
  updatedAt: ["ago", 1],
  archivedAt: ["ago", 3],
});

export const list = defineQuery(group, {
  id: "projects.list",
  summary: "List projects, sorted by slug",
  description: "`query` searches names and slugs. With `archived`, returns archived projects instead of the others.",
  input: T.Object({
    name: nameField("name or slug"),
    archived: T.Optional(T.Boolean({ description: "Return archived projects instead of the others" })),
    query: T.Optional(T.String({ minLength: 1, maxLength: 200, description: "Part of a name or slug, ignoring case" })),
    ...Projects.fields,
  }),
  narrowed: true,
  output: Projects.output,
  examples: [
    { title: "All unarchived projects", input: {} },
    { title: "Projects with web in their name or slug", input: { query: "web", fields: "slug,name" } },
  ],
  run({ store, caller }, { name, archived, query, ...page }) {
    const range = { by: "byStanding" as const, prefix: [archived ? "archived" : "open"] };
    const part = query?.toLowerCase();
    // A query reads one snapshot and commits nothing, so unchecked reads are exact and cheaper.
    const contains = (project: Project) =>
      part === undefined || project.slug.includes(part) || project.name.toLowerCase().includes(part);
    const source =
      name !== undefined
        ? namedSource(
            store.unchecked,
            projects,
            { name, by: ["byFoldedSlug", "byName"], idPrefix: "proj_" },
            (project) =>
              contains(project) && (archived === undefined || (project.archivedAt !== undefined) === archived),
          )
        : part === undefined
          ? within(store.unchecked, projects, range)
          : filtered(store.unchecked, projects, range, contains);
    return Projects.answer(
      page,
      limitToGrants(source, caller, "projects.list", ({ id }) => id),
      (project) => project,
    );
  },
});

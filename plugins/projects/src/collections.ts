import { defineCollection } from "@postern/core";
import { nameKey } from "@postern/kit/paging";
import { Project } from "./schemas.ts";

export const projects = defineCollection("projects.project", {
  schema: Project,
  key: ({ id }) => [id],
  indexes: {
    bySlug: ({ slug }) => [slug],
    byFoldedSlug: ({ slug }) => nameKey(slug),
    byName: ({ name }) => nameKey(name),
    byStanding: ({ archivedAt, slug }) => [archivedAt === undefined ? "open" : "archived", slug],
  },
  unique: ["bySlug"],
});

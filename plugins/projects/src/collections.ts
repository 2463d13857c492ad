import { defineCollection } from "@postern/core";
import { Project } from "./schemas.ts";

export const projects = defineCollection("projects.project", {
  schema: Project,
  key: ({ id }) => [id],
  indexes: {
    bySlug: ({ slug }) => [slug],
    byStanding: ({ archivedAt, slug }) => [archivedAt === undefined ? "open" : "archived", slug],
  },
  unique: ["bySlug"],
});

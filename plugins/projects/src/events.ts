import { defineEvent, type Static, T } from "@postern/core";
import { Project } from "./schemas.ts";

const projectIs = (past: string) => ({
  summary: `A project was ${past}`,
  data: T.Object({ project: Project }),
  subject: ({ project }: { project: Static<typeof Project> }) => project.id,
});

export const projectCreated = defineEvent("projects.project.created", projectIs("created"));
export const projectUpdated = defineEvent("projects.project.updated", {
  ...projectIs("updated"),
  data: T.Object({
    project: Project,
    formerSlug: T.Optional(T.String({ description: "The previous slug, if the slug changed" })),
  }),
});
export const projectArchived = defineEvent("projects.project.archived", projectIs("archived"));
export const projectUnarchived = defineEvent("projects.project.unarchived", projectIs("unarchived"));

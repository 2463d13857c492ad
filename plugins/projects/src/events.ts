import { defineEvent, type Static, T } from "@postern/core";
import { Project } from "./schemas.ts";

const projectData = T.Object({ project: Project });
const subject = ({ project }: { project: Static<typeof Project> }) => project.id;

export const projectCreated = defineEvent("projects.project.created", {
  summary: "A project was created",
  data: projectData,
  subject,
});

export const projectUpdated = defineEvent("projects.project.updated", {
  summary: "A project was updated",
  data: T.Object({
    project: Project,
    formerSlug: T.Optional(T.String({ description: "The previous slug, if the slug changed" })),
  }),
  subject,
});

export const projectArchived = defineEvent("projects.project.archived", {
  summary: "A project was archived",
  data: projectData,
  subject,
});

export const projectUnarchived = defineEvent("projects.project.unarchived", {
  summary: "A project was unarchived",
  data: projectData,
  subject,
});

import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { group } from "../group.ts";
import { findProject } from "../project.ts";
import { Project } from "../schemas.ts";

export const known = defineQuery(group, {
  id: "projects.known",
  summary: "Show the known project, which is meant where none is named",
  description: "The configuration names it: `project`, for the whole gateway POSTERN_PROJECT.",
  input: T.Object({}),
  output: T.Object({
    found: T.Boolean({ description: "Whether the configuration names a project that is there" }),
    configured: T.Optional(T.String({ description: "What the configuration says; absent where it names none" })),
    project: T.Optional(described(Project, "The project, or null")),
  }),
  examples: [{ title: "The known project", input: {} }],
  async run({ config, store }) {
    const { project: configured } = config;
    if (configured === undefined) return { found: false };
    const project = await findProject(store, configured);
    return project ? { found: true, configured, project } : { found: false, configured };
  },
});

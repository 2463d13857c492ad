import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { group } from "../group.ts";
import { findProject } from "../project.ts";
import { Project } from "../schemas.ts";

export const known = defineQuery(group, {
  id: "projects.known",
  summary: "Show the default project",
  description: "The default project is set with the option `project`, or for the whole gateway with POSTERN_PROJECT.",
  input: T.Object({}),
  output: T.Object({
    found: T.Boolean({ description: "Whether the configured project exists" }),
    configured: T.Optional(T.String({ description: "The configured id or slug; absent if none is configured" })),
    project: T.Optional(described(Project, "The project")),
  }),
  examples: [{ title: "Show the default project", input: {} }],
  async run({ config, store }) {
    const { project: configured } = config;
    if (configured === undefined) return { found: false };
    const project = await findProject(store, configured);
    return project ? { found: true, configured, project } : { found: false, configured };
  },
});

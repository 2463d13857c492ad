import { defineQuery, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { limitToGrants, listOf, namedSource, nameField, within } from "@postern/kit/paging";
import { envelopeOf, projectIdOf, showBase } from "../base.ts";
import { bases, LOCAL } from "../collections.ts";
import { ProjectNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Base, envelope, ProjectRef } from "../schemas.ts";

const Bases = listOf("bases", Base, {
  slug: "plain",
  name: "text",
  rowCount: "plain",
  status: ["status", 2],
  updatedAt: ["ago", 1],
  id: ["id", 3],
  description: ["text", 4],
});

export const list = defineQuery(group, {
  id: "bases.list",
  summary: "List bases, newest first",
  description: "The list can be filtered by project. Archived bases are listed with `status: archived`.",
  input: T.Object({
    name: nameField("name or slug"),
    project: T.Optional(ProjectRef),
    status: T.Optional(
      described(oneOf("active", "archived"), "Status of the bases; active by default, any if name is given"),
    ),
    ...Bases.fields,
  }),
  narrowed: true,
  output: T.Object({ ...Bases.output.properties, ...envelope }),
  errors: [ProjectNotFound],
  examples: [{ title: "All active bases", input: {} }],
  async run(ctx, { name, project, status, ...page }) {
    const projectId = project === undefined ? undefined : await projectIdOf(ctx, project);
    const place =
      projectId === undefined
        ? { by: "byStatus" as const, prefix: [status ?? "active"], reverse: true }
        : { by: "byProject" as const, prefix: [projectId, status ?? "active"], reverse: true };
    const { unchecked } = ctx.store;
    const found =
      name === undefined
        ? within(unchecked, bases, place)
        : namedSource(
            unchecked,
            bases,
            { name, by: ["byFoldedSlug", "byName"], idPrefix: "base_" },
            (base) =>
              (status === undefined || base.status === status) &&
              (projectId === undefined || (base.projectId ?? LOCAL) === projectId),
          );
    const source = limitToGrants(found, ctx.caller, "bases.list", ({ id }) => id);
    const answer = await Bases.answer(page, source, (base) => showBase(ctx, base));
    return { ...answer, ...(await envelopeOf(ctx)), ...(project !== undefined && { projectRef: project }) };
  },
});

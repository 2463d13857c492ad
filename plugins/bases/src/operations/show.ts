import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { baseIdIn, baseOf, envelopeOf, schemaOf, showBase } from "../base.ts";
import { BaseAmbiguous, BaseNotFound, ProjectNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { showProperty } from "../schema/configure.ts";
import { liveOf } from "../schema/find.ts";
import { Base, BaseRef, envelope, ProjectRef, Property, shownConsoleUrl } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "bases.show",
  summary: "Show a base and its properties",
  description: "The properties are listed in order. The base is named by id or slug.",
  input: T.Object({
    base: BaseRef,
    project: T.Optional(ProjectRef),
    includeDeleted: T.Optional(T.Boolean({ description: "Include deleted properties" })),
  }),
  output: T.Object({
    base: described(Base, "The base"),
    properties: withColumns(T.Array(Property, { description: "Properties of the base, in order" }), {
      key: "plain",
      name: "text",
      type: "plain",
      required: ["plain", 1],
      id: ["id", 2],
      description: ["text", 3],
      deletedAt: ["ago", 4],
    }),
    ...envelope,
    ...shownConsoleUrl,
  }),
  errors: [BaseNotFound, BaseAmbiguous, ProjectNotFound],
  examples: [{ title: "Show a base by slug", input: { base: "leads" } }],
  resource: baseIdIn,
  async run(ctx, { base: ref, project, includeDeleted = false }) {
    const base = await baseOf(ctx, ref, project);
    const schema = await schemaOf(ctx.store, base.id);
    const properties = includeDeleted ? schema.properties : liveOf(schema);
    return {
      base: await showBase(ctx, base),
      properties: properties.map((property) => showProperty(property, schema.properties)),
      ...(await envelopeOf(ctx, base)),
    };
  },
});

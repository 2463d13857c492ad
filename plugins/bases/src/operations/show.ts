import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { baseIdIn, baseOf, envelopeOf, schemaOf, showBase } from "../base.ts";
import { BaseAmbiguous, BaseNotFound, ProjectNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { showProperty } from "../schema/configure.ts";
import { liveOf } from "../schema/find.ts";
import { Base, BaseRef, envelope, ProjectRef, Property } from "../schemas.ts";

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
    properties: T.Array(Property, { description: "Properties of the base, in order" }),
    ...envelope,
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

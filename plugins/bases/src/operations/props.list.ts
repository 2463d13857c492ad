import { defineQuery, T } from "@postern/core";
import { listOf, listSource } from "@postern/kit/paging";
import { answerAbout, baseIdIn } from "../base.ts";
import { BaseAmbiguous, BaseNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { showProperty } from "../schema/configure.ts";
import { liveOf } from "../schema/find.ts";
import { BaseRef, envelope, Property } from "../schemas.ts";

const Properties = listOf("properties", Property, {
  key: "plain",
  name: "text",
  type: "plain",
  required: "plain",
  id: ["id", 1],
  description: ["text", 2],
  deletedAt: ["ago", 3],
});

export const propsList = defineQuery(group, {
  id: "bases.props.list",
  summary: "List the properties of a base, in order",
  description: "With `deleted`, only deleted properties are listed.",
  input: T.Object({
    base: BaseRef,
    deleted: T.Optional(T.Boolean({ description: "List deleted properties instead of active ones" })),
    ...Properties.fields,
  }),
  output: T.Object({ ...Properties.output.properties, ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous],
  examples: [{ title: "Keys and types only", input: { base: "leads", fields: "key,type" } }],
  resource: baseIdIn,
  run: (ctx, { base: ref, deleted = false, ...page }) =>
    answerAbout(ctx, ref, (_base, schema) => {
      const found = deleted ? schema.properties.filter(({ deletedAt }) => deletedAt !== undefined) : liveOf(schema);
      return Properties.answer(page, listSource(found), (property) => showProperty(property, schema.properties));
    }),
});

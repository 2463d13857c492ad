import { defineQuery, T } from "@postern/core";
import { listOf, within } from "@postern/kit/paging";
import { answerAbout, baseIdIn } from "../base.ts";
import { views } from "../collections.ts";
import { BaseAmbiguous, BaseNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { BaseRef, envelope, View } from "../schemas.ts";
import { showView } from "../view.ts";

const Views = listOf("views", View, {
  id: "id",
  name: "text",
  properties: ["text", 1],
  sort: ["text", 2],
  updatedAt: ["ago", 3],
});

export const viewsList = defineQuery(group, {
  id: "bases.views.list",
  summary: "List the views of a base, oldest first",
  description: "A view saves properties, a filter and a sort order for the rows of a base.",
  input: T.Object({ base: BaseRef, ...Views.fields }),
  output: T.Object({ ...Views.output.properties, ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous],
  examples: [{ title: "All views of a base", input: { base: "leads" } }],
  resource: baseIdIn,
  run: (ctx, { base: ref, ...page }) =>
    answerAbout(ctx, ref, ({ id }, schema) =>
      Views.answer(page, within(ctx.store.unchecked, views, { prefix: [id] }), (view) => showView(view, schema)),
    ),
});

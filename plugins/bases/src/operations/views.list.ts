import { defineQuery, T } from "@postern/core";
import { listOf, within } from "@postern/core/paging";
import { baseOf, frameOf, schemaOf } from "../base.ts";
import { type ViewRecord, views } from "../collections.ts";
import { BaseAmbiguous, BaseNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { BaseRef, frame, View } from "../schemas.ts";
import { showView } from "../view.ts";

const Views = listOf("views", View);

export const viewsList = defineQuery(group, {
  id: "bases.views.list",
  summary: "List the views of a base, oldest first",
  input: T.Object({ base: BaseRef, ...Views.fields }),
  output: T.Object({ ...Views.output.properties, ...frame }),
  errors: [BaseNotFound, BaseAmbiguous],
  examples: [{ title: "All", input: { base: "leads" } }],
  resource: ({ base }) => base,
  async run(ctx, { base: ref, ...page }) {
    const base = await baseOf(ctx, ref);
    const schema = await schemaOf(ctx.store, base.id);
    const source = within(ctx.store.glance, views, { prefix: [base.id] });
    const answer = await Views.answer(page, source, (view) => showView(view as ViewRecord, schema));
    return { ...answer, ...(await frameOf(ctx, base)) };
  },
});

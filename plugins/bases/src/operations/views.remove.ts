import { defineCommand, omitUndefined, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { baseIdIn, basesIn, envelopeOf, openBaseOf, schemaOf } from "../base.ts";
import { views } from "../collections.ts";
import { BaseAmbiguous, BaseArchived, BaseNotFound, ViewNotFound } from "../errors.ts";
import { viewRemoved } from "../events.ts";
import { group } from "../group.ts";
import { BaseRef, envelope, View, ViewRef } from "../schemas.ts";
import { showView, viewOf } from "../view.ts";

export const viewsRemove = defineCommand(group, {
  id: "bases.views.remove",
  summary: "Remove a view",
  description: "Rows are not changed. The answer contains the removed view, so that it can be created again.",
  input: T.Object({ base: BaseRef, view: ViewRef }),
  output: T.Object({ view: described(View, "The view"), ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, ViewNotFound],
  examples: [{ title: "Remove a view by name", input: { base: "leads", view: "Open" } }],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, view: viewRef }) {
    const base = await openBaseOf(ctx, ref);
    const { id, name } = await viewOf(ctx.store, base.id, viewRef);
    return { summary: `Remove the view "${name}" from the base "${base.slug}"`, baseId: base.id, viewId: id };
  },
  async undo({ store }, { baseId: base, viewId }) {
    const { name, properties, filter, sort } = await viewOf(store, base, viewId);
    // Without properties, a new view gets those that the base has then.
    if (properties.length === 0) return undefined;
    return { operation: "bases.views.create", input: omitUndefined({ base, name, properties, filter, sort }) };
  },
  async execute(ctx, { baseId, viewId }) {
    const base = await openBaseOf(ctx, baseId);
    const view = showView(await viewOf(ctx.store, baseId, viewId), await schemaOf(ctx.store, baseId));
    await ctx.store.delete(views, baseId, viewId);
    ctx.emit(viewRemoved, { view });
    return { view, ...(await envelopeOf(ctx, base)) };
  },
});

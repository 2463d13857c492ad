import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { baseIdIn, basesIn, envelopeOf, isoOf, openBaseOf, schemaOf } from "../base.ts";
import { type ViewRecord, views } from "../collections.ts";
import {
  BaseAmbiguous,
  BaseArchived,
  BaseNotFound,
  PropertyDeleted,
  PropertyNotFound,
  ViewNameTaken,
  ViewNotFound,
} from "../errors.ts";
import { viewUpdated } from "../events.ts";
import { group } from "../group.ts";
import { BaseRef, envelope, Filter, Name, PropRef, Sort, View, ViewRef } from "../schemas.ts";
import {
  assertViewName,
  filterBefore,
  filterByIds,
  isUnchanged,
  propertyIds,
  showView,
  sortByIds,
  viewOf,
} from "../view.ts";

export const viewsUpdate = defineCommand(group, {
  id: "bases.views.update",
  summary: "Update a view",
  description: "Omitted fields keep their values. With an empty `sort`, rows are sorted by creation.",
  input: T.Object({
    base: BaseRef,
    view: ViewRef,
    name: T.Optional(described(Name, "Name of the view")),
    properties: T.Optional(
      T.Array(PropRef, { description: "Properties to show, in order", minItems: 1, maxItems: 200 }),
    ),
    filter: T.Optional(described(Filter, "Conditions that rows must meet")),
    withoutFilter: T.Optional(T.Boolean({ description: "Remove the filter, so that the view shows all rows" })),
    sort: T.Optional(
      T.Array(Sort.items, {
        description: "Sort order: `<property>:asc` or `<property>:desc`",
        maxItems: 3,
      }),
    ),
  }),
  output: T.Object({ view: described(View, "The view"), ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, PropertyNotFound, PropertyDeleted, ViewNameTaken, ViewNotFound],
  examples: [{ title: "Change the sort order", input: { base: "leads", view: "Open", sort: ["company"] } }],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, view: viewRef, name, properties, filter, sort }) {
    const base = await openBaseOf(ctx, ref);
    const schema = await schemaOf(ctx.store, base.id);
    const { id, name: before } = await viewOf(ctx.store, base.id, viewRef);
    if (name !== undefined) await assertViewName(ctx.store, base.id, name, id);
    if (properties) propertyIds(properties, schema);
    if (filter) filterByIds(filter, schema);
    if (sort) sortByIds(sort, schema);
    return { summary: `Update the view "${before}" in the base "${base.slug}"`, baseId: base.id, viewId: id };
  },
  async undo({ store }, { baseId: base, viewId }, { base: _, view: __, filter, withoutFilter, ...given }) {
    const before = await viewOf(store, base, viewId);
    // A view cannot be updated to have no properties.
    if (given.properties && before.properties.length === 0) return undefined;
    const shown = showView(before, await schemaOf(store, base));
    const filtered = filter || withoutFilter ? filterBefore(before) : {};
    const input = { base, view: viewId, ...restoring(given, before, { sort: [] }), ...filtered };
    return ({ view }) => (isUnchanged(shown, view) ? undefined : { operation: "bases.views.update", input });
  },
  async execute(ctx, { baseId, viewId }, { name, properties, filter, withoutFilter, sort }) {
    const { store, now, emit } = ctx;
    const base = await openBaseOf(ctx, baseId);
    const schema = await schemaOf(store, baseId);
    const before = await viewOf(store, baseId, viewId);
    const kept = withoutFilter ? undefined : before.filter;
    const record: ViewRecord = omitUndefined({
      ...before,
      name: name ?? before.name,
      properties: properties ? propertyIds(properties, schema) : before.properties,
      filter: filter ? filterByIds(filter, schema) : kept,
      sort: sort === undefined ? before.sort : sort.length > 0 ? sortByIds(sort, schema) : undefined,
      updatedAt: isoOf(now),
    });
    await store.put(views, record);
    const view = showView(record, schema);
    emit(viewUpdated, { view });
    return { view, ...(await envelopeOf(ctx, base)) };
  },
});

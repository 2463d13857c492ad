import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { baseIdIn, basesIn, envelopeOf, isoOf, openBaseOf, schemaOf } from "../base.ts";
import { type ViewRecord, views } from "../collections.ts";
import {
  BaseAmbiguous,
  BaseArchived,
  BaseNotFound,
  PropertyDeleted,
  PropertyNotFound,
  TooMany,
  ViewNameTaken,
} from "../errors.ts";
import { viewCreated } from "../events.ts";
import { group } from "../group.ts";
import { liveOf } from "../schema/find.ts";
import { BaseRef, envelope, Filter, Name, PropRef, Sort, View } from "../schemas.ts";
import { assertViewName, filterByIds, MAX_VIEWS, propertyIds, showView, sortByIds } from "../view.ts";

export const viewsCreate = defineCommand(group, {
  id: "bases.views.create",
  summary: "Create a view",
  description:
    "A view saves properties, a filter and a sort order. By default, it has all current properties of the base.",
  input: T.Object({
    base: BaseRef,
    name: described(Name, "Name of the view"),
    properties: withDefault(T.Array(PropRef, { description: "Properties to show, in order", maxItems: 200 }), []),
    filter: T.Optional(described(Filter, "Conditions that rows must meet")),
    sort: T.Optional(Sort),
  }),
  output: T.Object({ view: described(View, "The view"), ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, PropertyNotFound, PropertyDeleted, ViewNameTaken, TooMany],
  examples: [
    {
      title: "Open leads, highest value first",
      input: {
        base: "leads",
        name: "Open",
        properties: ["company", "worth"],
        filter: { match: "all", where: [{ field: "stage", op: "ne", value: "Won" }] },
        sort: ["worth:desc"],
      },
    },
  ],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, name, properties, filter, sort }) {
    const base = await openBaseOf(ctx, ref);
    const schema = await schemaOf(ctx.store, base.id);
    await assertViewName(ctx.store, base.id, name);
    if ((await ctx.store.count(views, { prefix: [base.id] })) >= MAX_VIEWS)
      throw TooMany({ what: "views", limit: MAX_VIEWS });
    propertyIds(properties, schema);
    if (filter) filterByIds(filter, schema);
    if (sort) sortByIds(sort, schema);
    return { summary: `Create the view "${name}" in the base "${base.slug}"`, baseId: base.id };
  },
  undo:
    (_ctx, { baseId: base }) =>
    ({ view }) => ({ operation: "bases.views.remove", input: { base, view: view.id } }),
  async execute(ctx, { baseId }, { name, properties, filter, sort }) {
    const { store, now, id, emit } = ctx;
    const base = await openBaseOf(ctx, baseId);
    const schema = await schemaOf(store, baseId);
    const at = isoOf(now);
    const record: ViewRecord = omitUndefined({
      id: id("view_"),
      baseId,
      name,
      properties: properties.length > 0 ? propertyIds(properties, schema) : liveOf(schema).map((one) => one.id),
      filter: filter && filterByIds(filter, schema),
      sort: sort && sortByIds(sort, schema),
      createdAt: at,
      updatedAt: at,
    });
    await store.put(views, record);
    const view = showView(record, schema);
    emit(viewCreated, { view });
    return { view, ...(await envelopeOf(ctx, base)) };
  },
});

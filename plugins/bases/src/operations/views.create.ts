import { defineCommand, omitUndefined, T, withDefault } from "@postern/core";
import { described } from "@postern/core/fields";
import { baseIdIn, frameOf, isoOf, openBaseOf, schemaOf } from "../base.ts";
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
import { BaseRef, Filter, frame, Name, PropRef, Sort, View } from "../schemas.ts";
import { assertViewName, filterByIds, MOST_VIEWS, propertyIds, showView, sortByIds } from "../view.ts";

export const viewsCreate = defineCommand(group, {
  id: "bases.views.create",
  summary: "Save what to show of a base, and in which order",
  description: "Without properties it shows those that there are now.",
  input: T.Object({
    base: BaseRef,
    name: described(Name, "Its name"),
    properties: withDefault(T.Array(PropRef, { description: "The properties, in order", maxItems: 200 }), []),
    filter: T.Optional(described(Filter, "Conditions that rows have to meet")),
    sort: T.Optional(Sort),
  }),
  output: T.Object({ view: described(View, "The view"), ...frame }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, PropertyNotFound, PropertyDeleted, ViewNameTaken, TooMany],
  examples: [
    {
      title: "What is open, the dearest first",
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
  async plan(ctx, { base: ref, name, properties, filter, sort }) {
    const base = await openBaseOf(ctx, ref);
    const schema = await schemaOf(ctx.store, base.id);
    await assertViewName(ctx.store, base.id, name);
    if ((await ctx.store.count(views, { prefix: [base.id] })) >= MOST_VIEWS)
      throw TooMany({ what: "views", limit: MOST_VIEWS });
    propertyIds(properties, schema);
    if (filter) filterByIds(filter, schema);
    if (sort) sortByIds(sort, schema);
    return { summary: `Save the view ${name} of the base ${base.slug}`, baseId: base.id };
  },
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
    return { view, ...(await frameOf(ctx, base)) };
  },
});

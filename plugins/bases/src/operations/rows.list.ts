import { defineQuery, T } from "@postern/core";
import { listOf } from "@postern/core/paging";
import { baseOf, frameOf, schemaOf } from "../base.ts";
import { BaseAmbiguous, BaseNotFound, PropertyDeleted, PropertyNotFound, ViewNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { rowsIn } from "../query/source.ts";
import { showRow } from "../rows/row.ts";
import { BaseRef, Filter, frame, Row, Sort, ViewRef } from "../schemas.ts";
import { liveQuery, viewOf } from "../view.ts";

const Rows = listOf("rows", Row);

export const rowsList = defineQuery(group, {
  id: "bases.rows.list",
  summary: "List the rows of a base",
  description:
    "As they were made, unless sorted. A view brings its filter, its order and the properties it shows; a filter that is " +
    "given narrows it further, an order that is given replaces its own.",
  input: T.Object({
    base: BaseRef,
    filter: T.Optional(Filter),
    sort: T.Optional(Sort),
    view: T.Optional(ViewRef),
    archived: T.Optional(T.Boolean({ description: "The archived rows instead of the others" })),
    ...Rows.fields,
  }),
  output: T.Object({ ...Rows.output.properties, ...frame }),
  errors: [BaseNotFound, BaseAmbiguous, ViewNotFound, PropertyNotFound, PropertyDeleted],
  examples: [
    { title: "All", input: { base: "leads" } },
    {
      title: "A part of them, in an order",
      input: {
        base: "leads",
        filter: { match: "all", where: [{ field: "stage", op: "eq", value: "New" }] },
        sort: ["worth:desc"],
      },
    },
  ],
  resource: ({ base }) => base,
  async run(ctx, { base: ref, filter, sort, view: viewRef, archived = false, ...page }) {
    const base = await baseOf(ctx, ref);
    // A query reads one moment and commits nothing, so a glance is exact.
    const store = ctx.store.glance;
    const schema = await schemaOf(store, base.id);
    const view = viewRef === undefined ? undefined : await viewOf(store, base.id, viewRef);
    const saved = view ? liveQuery(view, schema) : {};
    const order = sort ?? saved.sort;
    const ground = { store, baseId: base.id, standing: archived ? ("archived" as const) : ("active" as const), schema };
    const source = rowsIn(ground, {
      filters: [saved.filter, filter].filter((one) => one !== undefined),
      ...(order && { sort: order }),
    });
    const answer = await Rows.answer(page, source, ({ row }) => showRow(row, schema, view?.properties));
    return { ...answer, ...(await frameOf(ctx, base)) };
  },
});

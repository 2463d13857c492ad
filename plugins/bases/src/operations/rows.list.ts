import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { listOf } from "@postern/core/paging";
import { baseIdIn, frameOf } from "../base.ts";
import { BaseAmbiguous, BaseNotFound, PropertyDeleted, PropertyNotFound, ViewNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { askedOf } from "../query/asked.ts";
import type { Found } from "../query/order.ts";
import { rowsIn } from "../query/source.ts";
import { showRow } from "../rows/row.ts";
import { BaseRef, Filter, frame, Row, Sort, ViewRef } from "../schemas.ts";

const Rows = listOf("rows", Row);

export const rowsList = defineQuery(group, {
  id: "bases.rows.list",
  summary: "List the rows of a base",
  description:
    "As they were made, unless sorted. A view brings its filter, its order and the properties it shows; a filter that is " +
    "given narrows it further, an order that is given replaces its own.",
  input: T.Object({
    base: BaseRef,
    filter: T.Optional(described(Filter, "Conditions that rows have to meet")),
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
  resource: baseIdIn,
  async run(ctx, { limit, offset, fields, ...asked }) {
    const { base, ground, query, view } = await askedOf(ctx, asked);
    const page = { limit, offset, ...(fields !== undefined && { fields }) };
    const show = ({ row }: Found) => showRow(row, ground.schema, view?.properties);
    return { ...(await Rows.answer(page, rowsIn(ground, query), show)), ...(await frameOf(ctx, base)) };
  },
});

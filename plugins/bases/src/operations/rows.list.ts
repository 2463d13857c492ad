import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { listOf } from "@postern/kit/paging";
import { baseIdIn, envelopeOf } from "../base.ts";
import { BaseAmbiguous, BaseNotFound, PropertyDeleted, PropertyNotFound, ViewNotFound } from "../errors.ts";
import { group } from "../group.ts";
import type { Found } from "../query/order.ts";
import { resolveRequest } from "../query/request.ts";
import { rowsIn } from "../query/source.ts";
import { showRow } from "../rows/row.ts";
import { liveOf } from "../schema/find.ts";
import { BaseRef, envelope, Filter, Row, Sort, ViewRef } from "../schemas.ts";

const Rows = listOf("rows", Row, { id: "id", values: "members" });

export const rowsList = defineQuery(group, {
  id: "bases.rows.list",
  summary: "List the rows of a base",
  description:
    "Rows are sorted by creation by default. A view applies its filter, its sort order and its properties; `filter` " +
    "narrows it further, and `sort` replaces its sort order.",
  input: T.Object({
    base: BaseRef,
    filter: T.Optional(described(Filter, "Conditions that rows must meet")),
    sort: T.Optional(Sort),
    view: T.Optional(ViewRef),
    archived: T.Optional(T.Boolean({ description: "List archived rows instead of active ones" })),
    ...Rows.fields,
  }),
  output: T.Object({ ...Rows.output.properties, ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous, ViewNotFound, PropertyNotFound, PropertyDeleted],
  examples: [
    { title: "All rows of a base", input: { base: "leads" } },
    {
      title: "Filtered and sorted rows",
      input: {
        base: "leads",
        filter: { match: "all", where: [{ field: "stage", op: "eq", value: "New" }] },
        sort: ["worth:desc"],
      },
    },
    { title: "Only some values", input: { base: "leads", fields: "id,company,worth" } },
  ],
  resource: baseIdIn,
  async run(ctx, { limit, offset, fields, ...asked }) {
    const { base, target, query, view } = await resolveRequest(ctx, asked);
    const page = { limit, offset, ...(fields !== undefined && { fields }) };
    const show = ({ row }: Found) => showRow(row, target.schema, view?.properties);
    const keys = liveOf(target.schema).map(({ key }) => key);
    return { ...(await Rows.answer(page, rowsIn(target, query), show, keys)), ...(await envelopeOf(ctx, base)) };
  },
});

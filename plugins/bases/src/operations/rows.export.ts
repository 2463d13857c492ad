import { defineQuery, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { baseIdIn, envelopeOf } from "../base.ts";
import {
  BaseAmbiguous,
  BaseNotFound,
  ExportTooLarge,
  PropertyDeleted,
  PropertyNotFound,
  ViewNotFound,
} from "../errors.ts";
import { group } from "../group.ts";
import { resolveRequest } from "../query/request.ts";
import { liveOf } from "../schema/find.ts";
import { BaseRef, envelope, Filter, Sort, ViewRef } from "../schemas.ts";
import { exportedRows } from "../transfer/export/rows.ts";
import { toCsv, toJson } from "../transfer/export/text.ts";
import { toXlsx } from "../transfer/export/xlsx.ts";

export const rowsExport = defineQuery(group, {
  id: "bases.rows.export",
  summary: "Export rows as CSV, JSON or XLSX",
  description:
    "Exports the rows that `bases.rows.list` returns, in the same order, up to 100,000 rows and 64 MiB. In CSV, text " +
    "that a spreadsheet would evaluate as a formula is prefixed with an apostrophe, which an import removes.",
  input: T.Object({
    base: BaseRef,
    format: described(oneOf("csv", "json", "xlsx"), "File format"),
    filter: T.Optional(described(Filter, "Conditions that rows must meet")),
    sort: T.Optional(Sort),
    view: T.Optional(ViewRef),
    archived: T.Optional(T.Boolean({ description: "Export archived rows instead of active ones" })),
  }),
  output: T.Object({
    content: T.String({ contentMediaType: "text/csv", description: "Content of the file" }),
    encoding: described(oneOf("utf8", "base64"), "Encoding of `content`"),
    rows: T.Integer({ description: "Number of exported rows" }),
    ...envelope,
  }),
  errors: [BaseNotFound, BaseAmbiguous, ViewNotFound, PropertyNotFound, PropertyDeleted, ExportTooLarge],
  examples: [
    { title: "All rows as CSV", input: { base: "leads", format: "csv" } },
    { title: "The rows of a view as XLSX", input: { base: "leads", format: "xlsx", view: "Open" } },
  ],
  resource: baseIdIn,
  async run(ctx, { format, ...asked }) {
    const { base, target, query, view } = await resolveRequest(ctx, asked);
    const { schema } = target;
    const portions = exportedRows(target, query);
    const live = liveOf(schema);
    const columns = view ? view.properties.flatMap((id) => live.find((one) => one.id === id) ?? []) : live;
    const made =
      format === "json"
        ? await toJson(portions, schema, view?.properties)
        : await (format === "csv" ? toCsv(portions, columns) : toXlsx(portions, columns, ctx.signal));
    return { ...made, ...(await envelopeOf(ctx, base)) };
  },
});

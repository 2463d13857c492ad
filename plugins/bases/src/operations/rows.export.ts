import { defineQuery, oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { baseIdIn, frameOf } from "../base.ts";
import {
  BaseAmbiguous,
  BaseNotFound,
  ExportTooLarge,
  PropertyDeleted,
  PropertyNotFound,
  ViewNotFound,
} from "../errors.ts";
import { group } from "../group.ts";
import { askedOf } from "../query/asked.ts";
import { liveOf } from "../schema/find.ts";
import { BaseRef, Filter, frame, Sort, ViewRef } from "../schemas.ts";
import { exported } from "../transfer/export/rows.ts";
import { toCsv, toJson } from "../transfer/export/text.ts";
import { toXlsx } from "../transfer/export/xlsx.ts";

export const rowsExport = defineQuery(group, {
  id: "bases.rows.export",
  summary: "Export rows as CSV, JSON or XLSX",
  description:
    "The rows that bases.rows.list shows, in its order, up to 100,000 and 64 MiB. A text of a CSV file that a spreadsheet " +
    "would calculate gets an apostrophe before it, which an import takes off again.",
  input: T.Object({
    base: BaseRef,
    format: described(oneOf("csv", "json", "xlsx"), "The format"),
    filter: T.Optional(described(Filter, "Conditions that rows have to meet")),
    sort: T.Optional(Sort),
    view: T.Optional(ViewRef),
    archived: T.Optional(T.Boolean({ description: "The archived rows instead of the others" })),
  }),
  output: T.Object({
    content: T.String({ description: "The file" }),
    encoding: described(oneOf("utf8", "base64"), "How the content is written in JSON"),
    rows: T.Integer({ description: "The rows" }),
    ...frame,
  }),
  errors: [BaseNotFound, BaseAmbiguous, ViewNotFound, PropertyNotFound, PropertyDeleted, ExportTooLarge],
  examples: [
    { title: "All", input: { base: "leads", format: "csv" } },
    { title: "What a view shows", input: { base: "leads", format: "xlsx", view: "Open" } },
  ],
  resource: baseIdIn,
  async run(ctx, { format, ...asked }) {
    const { base, ground, query, view } = await askedOf(ctx, asked);
    const { schema } = ground;
    const portions = exported(ground, query);
    const live = liveOf(schema);
    const columns = view ? view.properties.flatMap((id) => live.find((one) => one.id === id) ?? []) : live;
    const made =
      format === "json"
        ? await toJson(portions, schema, view?.properties)
        : await (format === "csv" ? toCsv(portions, columns) : toXlsx(portions, columns, ctx.signal));
    return { ...made, ...(await frameOf(ctx, base)) };
  },
});

import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { baseOf, envelopeOf, schemaOf } from "../base.ts";
import { BaseNotFound, RowNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { rowOf, showRow } from "../rows/row.ts";
import { envelope, Row, RowId } from "../schemas.ts";

export const rowsShow = defineQuery(group, {
  id: "bases.rows.show",
  summary: "Show a row",
  description: "`values` has the values by property key. A property without a value is absent.",
  input: T.Object({ row: RowId }),
  output: T.Object({ row: described(Row, "The row"), ...envelope }),
  errors: [RowNotFound, BaseNotFound],
  examples: [{ title: "Show a row by id", input: { row: "row_0123456789abcdef01234567" } }],
  async run(ctx, { row: id }) {
    const record = await rowOf(ctx.store, id);
    const base = await baseOf(ctx, record.baseId);
    return { row: showRow(record, await schemaOf(ctx.store, base.id)), ...(await envelopeOf(ctx, base)) };
  },
});

import { defineCommand, T } from "@postern/core";
import { openBaseOf } from "../base.ts";
import { BaseArchived, BaseNotFound, RowNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { rowOf, shelveRow } from "../rows/row.ts";
import { frame, Row, RowId } from "../schemas.ts";

export const rowsUnarchive = defineCommand(group, {
  id: "bases.rows.unarchive",
  summary: "Take a row back from the archive",
  input: T.Object({ row: RowId }),
  output: T.Object({ row: Row, ...frame }),
  errors: [BaseNotFound, BaseArchived, RowNotFound],
  examples: [{ title: "One row", input: { row: "row_0123456789abcdef01234567" } }],
  async plan(ctx, { row: id }) {
    const { baseId } = await rowOf(ctx.store, id);
    await openBaseOf(ctx, baseId);
    return { summary: `Take ${id} back from the archive` };
  },
  execute: (ctx, _plan, { row }) => shelveRow(ctx, row, false),
});

import { defineCommand, T } from "@postern/core";
import { openBaseOf } from "../base.ts";
import { BaseArchived, BaseNotFound, RowNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { rowOf, shelveRow } from "../rows/row.ts";
import { frame, Row, RowId } from "../schemas.ts";

export const rowsArchive = defineCommand(group, {
  id: "bases.rows.archive",
  summary: "Archive a row",
  input: T.Object({ row: RowId }),
  output: T.Object({ row: Row, ...frame }),
  errors: [BaseNotFound, BaseArchived, RowNotFound],
  examples: [{ title: "One row", input: { row: "row_0123456789abcdef01234567" } }],
  async plan(ctx, { row: id }) {
    const { baseId } = await rowOf(ctx.store, id);
    await openBaseOf(ctx, baseId);
    return { summary: `Archive ${id}` };
  },
  execute: (ctx, _plan, { row }) => shelveRow(ctx, row, true),
});

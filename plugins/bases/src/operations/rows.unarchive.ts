import { defineCommand, T } from "@postern/core";
import { frameOf, openBaseOf, schemaOf } from "../base.ts";
import { BaseArchived, BaseNotFound, RowNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { rowOf, shelve } from "../rows/row.ts";
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
  async execute(ctx, _plan, { row: id }) {
    const before = await rowOf(ctx.store, id);
    const base = await openBaseOf(ctx, before.baseId);
    const row = await shelve(ctx, before, await schemaOf(ctx.store, base.id), false);
    return { row, ...(await frameOf(ctx, base)) };
  },
});

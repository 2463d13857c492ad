import { defineCommand, present, T } from "@postern/core";
import { frameOf, isoOf, openBaseOf, schemaOf } from "../base.ts";
import { BaseArchived, BaseNotFound, RowNotFound } from "../errors.ts";
import { rowArchived } from "../events.ts";
import { group } from "../group.ts";
import { keepRow, rowOf, showRow } from "../rows/row.ts";
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
  async execute(ctx, _plan, { row: id }) {
    const { store, now, emit } = ctx;
    const before = await rowOf(store, id);
    const base = await openBaseOf(ctx, before.baseId);
    const schema = await schemaOf(store, base.id);
    const isDone = before.archivedAt !== undefined;
    const at = isoOf(now);
    const changed = { ...before, version: before.version + 1, updatedAt: at, archivedAt: at };
    const record = isDone ? before : present(changed);
    const row = showRow(record, schema);
    if (!isDone) {
      await keepRow(store, record, before);
      emit(rowArchived, { row });
    }
    return { row, ...(await frameOf(ctx, base)) };
  },
});

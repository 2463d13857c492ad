import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { envelopeOf, isoOf, openBaseOf, schemaOf } from "../base.ts";
import { BaseArchived, BaseNotFound, NotAnApprover, RowArchived, RowNotFound, RowVersionMismatch } from "../errors.ts";
import { rowUpdated } from "../events.ts";
import { group } from "../group.ts";
import { currentValues } from "../rows/current.ts";
import { applyDecisions } from "../rows/decide.ts";
import { formerValues } from "../rows/former.ts";
import { askAgents, withoutOutdated } from "../rows/reset.ts";
import { openRowOf, putRow, rowOf, showRow } from "../rows/row.ts";
import { assertRefs, valuesAfter } from "../rows/values.ts";
import { ExpectedVersion, envelope, Row, RowId, Values } from "../schemas.ts";

export const rowsUpdate = defineCommand(group, {
  id: "bases.rows.update",
  summary: "Update values of a row",
  description: "Properties that are not in `values` keep their values; null clears a value.",
  input: T.Object({ row: RowId, values: Values, expectedVersion: T.Optional(ExpectedVersion) }),
  output: T.Object({ row: described(Row, "The row"), ...envelope }),
  errors: [BaseNotFound, BaseArchived, RowNotFound, RowArchived, RowVersionMismatch, NotAnApprover],
  examples: [
    { title: "Update a single value", input: { row: "row_0123456789abcdef01234567", values: { stage: "Won" } } },
  ],
  resources: async ({ store }, { row }) => [(await rowOf(store, row)).baseId],
  async plan(ctx, { row: id, values: given, expectedVersion }) {
    const { store, caller, now } = ctx;
    const row = await openRowOf(store, id, expectedVersion);
    const base = await openBaseOf(ctx, row.baseId);
    const schema = await schemaOf(store, base.id);
    const before = currentValues(row, schema);
    const values = valuesAfter(before, given, schema);
    await assertRefs(store, before, values, schema);
    applyDecisions(values, before, schema, caller, now);
    return { summary: `Update ${Object.keys(given).length} values of the row ${id}` };
  },
  async undo({ store }, _plan, { row: id }) {
    const stored = await openRowOf(store, id);
    const schema = await schemaOf(store, stored.baseId);
    return ({ row }) => {
      const values = formerValues(stored, row, schema);
      return values && { operation: "bases.rows.update", input: { row: id, values } };
    };
  },
  async execute(ctx, _plan, { row: id, values: given }) {
    const { store, caller, now, emit } = ctx;
    const stored = await openRowOf(store, id);
    const base = await openBaseOf(ctx, stored.baseId);
    const schema = await schemaOf(store, base.id);
    const before = currentValues(stored, schema);
    const chosen = applyDecisions(valuesAfter(before, given, schema), before, schema, caller, now);
    const record = {
      ...stored,
      values: withoutOutdated(chosen, before, schema),
      version: stored.version + 1,
      schema: schema.version,
      updatedAt: isoOf(now),
    };
    await putRow(store, record, stored);
    const row = showRow(record, schema);
    emit(rowUpdated, { row });
    askAgents(ctx, record, before, schema);
    return { row, ...(await envelopeOf(ctx, base)) };
  },
});

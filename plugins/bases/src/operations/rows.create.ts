import { defineCommand, digestOf, omitUndefined, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { baseIdIn, baseOf, basesIn, envelopeOf, isoOf, openBaseOf, schemaOf } from "../base.ts";
import { type RowRecord, rows } from "../collections.ts";
import { BaseAmbiguous, BaseArchived, BaseNotFound, NotAnApprover, RowConflict } from "../errors.ts";
import { rowCreated } from "../events.ts";
import { group } from "../group.ts";
import { applyDecisions } from "../rows/decide.ts";
import { askAgents } from "../rows/reset.ts";
import { putRow, rowId, showRow } from "../rows/row.ts";
import { assertRefs, valuesAfter } from "../rows/values.ts";
import { BaseRef, ClientKey, envelope, Row, Values } from "../schemas.ts";

export const rowsCreate = defineCommand(group, {
  id: "bases.rows.create",
  summary: "Create a row",
  description:
    "With an `idempotencyKey`, a repeated call creates no second row and returns the current state of the first.",
  input: T.Object({ base: BaseRef, values: Values, idempotencyKey: T.Optional(ClientKey) }),
  output: T.Object({ row: described(Row, "The row"), ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, RowConflict, NotAnApprover],
  examples: [
    { title: "A row with two values", input: { base: "leads", values: { company: "Initech", stage: "New" } } },
  ],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, values: given, idempotencyKey }) {
    const { store, caller, now } = ctx;
    const base = await baseOf(ctx, ref);
    const asked = idempotencyKey === undefined ? undefined : digestOf(given);
    const made = idempotencyKey === undefined ? undefined : await store.one(rows, "byClient", base.id, idempotencyKey);
    if (made) {
      if (made.asked !== asked) throw RowConflict({ row: made.id });
      return { summary: `Return the existing row ${made.id}`, baseId: base.id, row: made.id };
    }
    await openBaseOf(ctx, base.id);
    const schema = await schemaOf(store, base.id);
    const values = valuesAfter({}, given, schema);
    await assertRefs(store, {}, values, schema);
    applyDecisions(values, {}, schema, caller, now);
    return { summary: `Add a row to the base "${base.slug}"`, baseId: base.id };
  },
  undo:
    (_ctx, { row: made }) =>
    ({ row }) =>
      made === undefined ? { operation: "bases.rows.archive", input: { row: row.id } } : undefined,
  async execute(ctx, { baseId, row: made }, { values: given, idempotencyKey }) {
    const { store, caller, now, emit } = ctx;
    const base = await baseOf(ctx, baseId);
    const schema = await schemaOf(store, baseId);
    const before = made === undefined ? undefined : await store.get(rows, made);
    if (before) return { row: showRow(before, schema), ...(await envelopeOf(ctx, base)) };
    const at = isoOf(now);
    const record: RowRecord = omitUndefined({
      id: rowId(ctx),
      baseId,
      values: applyDecisions(valuesAfter({}, given, schema), {}, schema, caller, now),
      version: 1,
      schema: schema.version,
      createdAt: at,
      updatedAt: at,
      createdBy: caller.principal,
      clientKey: idempotencyKey,
      asked: idempotencyKey === undefined ? undefined : digestOf(given),
    });
    await putRow(store, record);
    const row = showRow(record, schema);
    emit(rowCreated, { row });
    askAgents(ctx, record, undefined, schema);
    return { row, ...(await envelopeOf(ctx, base)) };
  },
});

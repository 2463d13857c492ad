import { defineCommand, T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { envelopeOf, isoOf, openBaseOf } from "../base.ts";
import { rows } from "../collections.ts";
import { BaseArchived, BaseNotFound, ImportEnded, ImportNotFound } from "../errors.ts";
import { importUndone } from "../events.ts";
import { group } from "../group.ts";
import { envelope } from "../schemas.ts";
import { removeRows } from "../transfer/add-rows.ts";
import { ended, Import, ImportId, importEnds, importOf, imports, showImport } from "../transfer/import.ts";
import { startUndo } from "../transfer/imports.ts";

/** Up to this number of rows are removed within the call, in one commit. */
const MAX_IN_CALL = 1_000;

export const importsUndo = defineCommand(group, {
  id: "bases.imports.undo",
  summary: "Stop an import and remove its rows",
  description:
    "Rows that were changed later are removed too; the plan counts them. A running import creates no further rows. " +
    "Many rows are removed in the background.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ import: ImportId }),
  output: endsLater(T.Object({ import: described(Import, "The import"), ...envelope }), {
    ...importEnds,
    input: { import: "import.id" },
    good: ["undone"],
    bad: [],
  }),
  errors: [ImportNotFound, BaseNotFound, BaseArchived, ImportEnded],
  examples: [{ title: "Show what would be removed", input: { import: "import_0123456789abcdef01234567" } }],
  resources: async ({ store }, { import: id }) => [(await importOf(store, id)).baseId],
  async plan(ctx, { import: id }) {
    const { state, rows: made, baseId } = await importOf(ctx.store, id);
    if (state === "undone") throw ImportEnded({ import: id, state });
    const { slug } = await openBaseOf(ctx, baseId);
    // Only shown in the plan: all rows are removed, however many there are at execution.
    const changed = await ctx.store.unchecked.count(rows, { by: "byImport", prefix: [id, "changed"], limit: made + 1 });
    const also = changed > 0 ? `, including ${changed} rows changed since` : "";
    return { summary: `Remove ${made} rows from the base "${slug}"${also}`, baseId, rows: made, changed };
  },
  async execute(ctx, { baseId }, { import: id }) {
    const { store, now, emit } = ctx;
    const base = await openBaseOf(ctx, baseId);
    const record = await importOf(store, id);
    const whole = await envelopeOf(ctx, base);
    if (record.state === "undoing") return { import: showImport(record), ...whole };
    const isLong = record.state === "running" || record.rows > MAX_IN_CALL;
    const removed = isLong ? 0 : await removeRows(ctx, record, MAX_IN_CALL);
    if (isLong || removed < record.rows) {
      const left = { ...record, rows: record.rows - removed, removed };
      return { import: showImport(await startUndo(ctx, left)), ...whole };
    }
    const undone = { ...ended(record, "undone", isoOf(now)), rows: 0 };
    await store.put(imports, undone);
    emit(importUndone, { importId: id, baseId, removed });
    return { import: showImport(undone), ...whole };
  },
});

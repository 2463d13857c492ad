import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { frameOf, isoOf, openBaseOf } from "../base.ts";
import { rows } from "../collections.ts";
import { BaseArchived, BaseNotFound, ImportEnded, ImportNotFound } from "../errors.ts";
import { importUndone } from "../events.ts";
import { group } from "../group.ts";
import { frame } from "../schemas.ts";
import { ended, Import, ImportId, importOf, imports, showImport } from "../transfer/import.ts";
import { beginUndo } from "../transfer/imports.ts";
import { removeRows } from "../transfer/keep.ts";

/** So few rows are removed at once, in one commit. */
const AT_ONCE = 1_000;

export const importsUndo = defineCommand(group, {
  id: "bases.imports.undo",
  summary: "Stop an import, and remove all rows that it made",
  description:
    "Also those that were changed since, which the plan counts. An import that runs makes no further row; many rows are " +
    "removed in the background.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ import: ImportId }),
  output: T.Object({ import: described(Import, "The import of rows"), ...frame }),
  errors: [ImportNotFound, BaseNotFound, BaseArchived, ImportEnded],
  examples: [{ title: "What would be removed", input: { import: "import_0123456789abcdef01234567" } }],
  async plan(ctx, { import: id }) {
    const { state, rows: made, baseId } = await importOf(ctx.store, id);
    if (state === "undone") throw ImportEnded({ import: id, state });
    const { slug } = await openBaseOf(ctx, baseId);
    // It is told for people to decide by; all go, however many there are by then.
    const changed = await ctx.store.unchecked.count(rows, { by: "byImport", prefix: [id, "changed"], limit: made + 1 });
    const also = changed > 0 ? `, of which ${changed} were changed since` : "";
    return { summary: `Remove ${made} rows of the base ${slug}${also}`, baseId, rows: made, changed };
  },
  async execute(ctx, { baseId }, { import: id }) {
    const { store, now, emit } = ctx;
    const base = await openBaseOf(ctx, baseId);
    const record = await importOf(store, id);
    const whole = await frameOf(ctx, base);
    if (record.state === "undoing") return { import: showImport(record), ...whole };
    const isLong = record.state === "running" || record.rows > AT_ONCE;
    const removed = isLong ? 0 : await removeRows(ctx, record, AT_ONCE);
    if (isLong || removed < record.rows) {
      const left = { ...record, rows: record.rows - removed, removed };
      return { import: showImport(await beginUndo(ctx, left)), ...whole };
    }
    const undone = { ...ended(record, "undone", isoOf(now)), rows: 0 };
    await store.put(imports, undone);
    emit(importUndone, { importId: id, baseId, removed });
    return { import: showImport(undone), ...whole };
  },
});

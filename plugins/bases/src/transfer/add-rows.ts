import { setImmediate as turn } from "node:timers/promises";
import type { Transacting } from "@postern/core";
import { isoOf } from "../base.ts";
import { filled, type RowRecord, rowCount, rows, type SchemaRecord, statusOf } from "../collections.ts";
import { rowsChanged } from "../events.ts";
import { askAgents } from "../rows/reset.ts";
import { deleteRow, rowId } from "../rows/row.ts";

/** Rows written or removed before the event loop gets a turn. */
const BATCH = 50;

/** Writes new rows, in order. */
export async function addRows(
  ctx: Pick<Transacting, "store" | "now" | "stamp" | "id" | "emit">,
  { id: importId, baseId, createdBy }: { id: string; baseId: string; createdBy: string },
  schema: SchemaRecord,
  made: readonly RowRecord["values"][],
): Promise<void> {
  const at = isoOf(ctx.now);
  const kept: string[] = [];
  const valueCounts = new Map<string, number>();
  for (const [n, values] of made.entries()) {
    const row: RowRecord = {
      id: rowId(ctx, n),
      baseId,
      values,
      version: 1,
      schema: schema.version,
      createdAt: at,
      updatedAt: at,
      createdBy,
      importId,
    };
    await ctx.store.put(rows, row);
    kept.push(row.id);
    for (const id in values) valueCounts.set(id, (valueCounts.get(id) ?? 0) + 1);
    askAgents(ctx, row, undefined, schema);
    if (n % BATCH === BATCH - 1) await turn();
  }
  if (kept.length === 0) return;
  // Counted once for all rows, not once for each value.
  ctx.store.add(rowCount, kept.length, baseId, statusOf({}));
  for (const [id, count] of valueCounts) ctx.store.add(filled, count, baseId, id);
  ctx.emit(rowsChanged, { baseId, rows: kept });
}

/** Values removed per commit. */
const MAX_VALUES = 10_000;

/** Removes up to `most` rows of an import and returns how many. */
export async function removeRows(
  { store, emit }: Pick<Transacting, "store" | "emit">,
  { id: importId, baseId }: { id: string; baseId: string },
  most: number,
): Promise<number> {
  const removed: string[] = [];
  let values = 0;
  let after: string | undefined;
  do {
    const page = { limit: Math.min(BATCH, most - removed.length), ...(after !== undefined && { after }) };
    // Rows found by the unchecked read are read again, because they may have changed or been removed since.
    const found = await store.unchecked.find(rows, { by: "byImport", prefix: [importId], ...page });
    for (const { id } of found.items) {
      const row = await store.get(rows, id);
      if (!row) continue;
      await deleteRow(store, row);
      values += Object.keys(row.values).length;
      removed.push(id);
    }
    after = found.next;
    await turn();
  } while (after !== undefined && removed.length < most && values < MAX_VALUES);
  if (removed.length > 0) emit(rowsChanged, { baseId, rows: removed });
  return removed.length;
}

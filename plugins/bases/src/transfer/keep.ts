import { setImmediate as turn } from "node:timers/promises";
import type { Transacting } from "@postern/core";
import { isoOf } from "../base.ts";
import { filled, type RowRecord, rowCount, rows, type SchemaRecord, standing } from "../collections.ts";
import { askAgents } from "../rows/reset.ts";
import { keepRow } from "../rows/row.ts";

/** Rows that are staged or removed before others get their turn. */
const STRETCH = 50;

/** Stages new rows, in their order. */
export async function keepRows(
  ctx: Pick<Transacting, "store" | "now" | "id" | "emit">,
  { id: importId, baseId, createdBy }: { id: string; baseId: string; createdBy: string },
  schema: SchemaRecord,
  made: readonly RowRecord["values"][],
): Promise<void> {
  const at = isoOf(ctx.now);
  // Of one moment, ids are in no order; sorted, the rows stand as they did in the file.
  const ids = made.map(() => ctx.id("row_")).sort();
  for (const [n, values] of made.entries()) {
    const row: RowRecord = {
      id: ids[n] as string,
      baseId,
      values,
      version: 1,
      schema: schema.version,
      createdAt: at,
      updatedAt: at,
      createdBy,
      importId,
    };
    await keepRow(ctx.store, row);
    askAgents(ctx, row, undefined, schema);
    if (n % STRETCH === STRETCH - 1) await turn();
  }
}

/** Stages that up to `most` rows of an import are removed; answers how many. */
export async function removeRows(
  { store }: Pick<Transacting, "store">,
  importId: string,
  most: number,
): Promise<number> {
  // A row that is gone since is passed over, and one that changed is read again: the glance decides nothing.
  const { items } = await store.glance.find(rows, { by: "byImport", prefix: [importId], limit: most });
  let removed = 0;
  for (const { id } of items) {
    const row = await store.get(rows, id);
    if (!row) continue;
    await store.delete(rows, id);
    store.add(rowCount, -1, row.baseId, standing(row));
    if (standing(row) === "active") {
      for (const property of Object.keys(row.values)) store.add(filled, -1, row.baseId, property);
    }
    if (++removed % STRETCH === 0) await turn();
  }
  return removed;
}

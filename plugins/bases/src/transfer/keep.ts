import { setImmediate as turn } from "node:timers/promises";
import type { Transacting } from "@postern/core";
import { isoOf } from "../base.ts";
import { filled, type RowRecord, rowCount, rows, type SchemaRecord, standing } from "../collections.ts";
import { askAgents } from "../rows/reset.ts";
import { keepRow, rowId } from "../rows/row.ts";

/** Rows that are staged or removed before others get their turn. */
const STRETCH = 50;

/** Stages new rows, in their order. */
export async function keepRows(
  ctx: Pick<Transacting, "store" | "now" | "stamp" | "emit">,
  { id: importId, baseId, createdBy }: { id: string; baseId: string; createdBy: string },
  schema: SchemaRecord,
  made: readonly RowRecord["values"][],
): Promise<void> {
  const at = isoOf(ctx.now);
  for (const [n, values] of made.entries()) {
    const row: RowRecord = {
      id: rowId(ctx.stamp, n),
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

/** Values that go in one commit. */
const MOST_VALUES = 10_000;

/** Stages that up to `most` rows of an import are removed; answers how many. */
export async function removeRows(
  { store }: Pick<Transacting, "store">,
  importId: string,
  most: number,
): Promise<number> {
  let removed = 0;
  let values = 0;
  let after: string | undefined;
  do {
    const page = { limit: Math.min(STRETCH, most - removed), ...(after !== undefined && { after }) };
    // A row that is gone since is passed over, and one that changed is read again: the glance decides nothing.
    const found = await store.glance.find(rows, { by: "byImport", prefix: [importId], ...page });
    for (const { id } of found.items) {
      const row = await store.get(rows, id);
      if (!row) continue;
      await store.delete(rows, id);
      const own = Object.keys(row.values);
      store.add(rowCount, -1, row.baseId, standing(row));
      if (standing(row) === "active") for (const property of own) store.add(filled, -1, row.baseId, property);
      values += own.length;
      removed++;
    }
    after = found.next;
    await turn();
  } while (after !== undefined && removed < most && values < MOST_VALUES);
  return removed;
}

import { type PluginContext, T } from "@postern/core";
import { defineQueue } from "@postern/core/queue";
import { type RowRecord, rows, schemas } from "./collections.ts";
import { propertyConverted, rowsChanged } from "./events.ts";
import { group } from "./group.ts";
import { isStale, settled } from "./rows/current.ts";
import { keepRow } from "./rows/row.ts";

/** Rows a commit. */
const PORTION = 200;

/** What a change of a property means to rows, done to them portion by portion: readers see it done from the start. */
export const upkeep = defineQueue(group, "upkeep", {
  one: "work",
  entry: T.Object({
    base: T.String({ description: "Id or slug of the base" }),
    property: T.String({ description: "The property" }),
    kind: T.String({ description: "convert: to its new type; purge: the values of a property that is gone" }),
    schemaVersion: T.Integer({ description: "That the change made" }),
  }),
  about: { field: "base", of: ({ base }) => base },
  timeout: 60 * 60_000,
  concurrency: 1,
  async handle({ payload }, { host, signal }) {
    const { base: baseId, property: propertyId, kind, schemaVersion } = payload;
    if (kind === "purge") {
      await everyRow(host, baseId, signal, (row) => (propertyId in row.values ? without(row, propertyId) : undefined));
      return;
    }
    let [converted, cleared] = [0, 0];
    await everyRow(host, baseId, signal, async (row, store) => {
      const schema = await store.get(schemas, baseId);
      const property = schema?.properties.find(({ id }) => id === propertyId);
      if (!schema || !property || !isStale(row, property)) return undefined;
      const after = settled(row, schema);
      if (propertyId in after.values) converted++;
      else cleared++;
      return after;
    });
    return async ({ store, emit }) => {
      const schema = await store.get(schemas, baseId);
      if (!schema?.properties.some(({ id }) => id === propertyId)) return;
      const properties = schema.properties.map((property) => {
        if (property.id !== propertyId || !property.former) return property;
        const { former, ...settled } = property;
        const left = former.filter(({ until }) => until > schemaVersion);
        return left.length > 0 ? { ...settled, former: left } : settled;
      });
      await store.put(schemas, { ...schema, properties });
      emit(propertyConverted, { baseId, propertyId, converted, cleared });
    };
  },
});

type Change = (
  row: RowRecord,
  store: Parameters<Parameters<PluginContext["transact"]>[0]>[0]["store"],
) => RowRecord | undefined | Promise<RowRecord | undefined>;

/** Changes the rows of a base, archived ones too, a portion a commit. Begun again, it does what is left. */
async function everyRow(
  host: PluginContext<typeof group>,
  baseId: string,
  signal: AbortSignal,
  change: Change,
): Promise<void> {
  for (const standing of ["active", "archived"]) {
    let after: string | undefined;
    do {
      signal.throwIfAborted();
      const at = after;
      after = await host.transact(async ({ store, emit }) => {
        const kept: string[] = [];
        const page = { limit: PORTION, ...(at !== undefined && { after: at }) };
        const { items, next } = await store.unchecked.find(rows, { by: "byBase", prefix: [baseId, standing], ...page });
        for (const { id } of items) {
          // Looked at by a unchecked, changed by what is read here: only a row that changes can make it run again.
          const row = await store.get(rows, id);
          const changed = row && (await change(row, store));
          if (!changed) continue;
          await keepRow(store, changed, row);
          kept.push(id);
        }
        if (kept.length > 0) emit(rowsChanged, { baseId, rows: kept });
        return next;
      });
    } while (after !== undefined);
  }
}

function without(row: RowRecord, propertyId: string): RowRecord {
  const { [propertyId]: _gone, ...values } = row.values;
  return { ...row, values };
}

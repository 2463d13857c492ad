import type { Reads } from "@postern/core";
import { defineSyncDomain, type RecordName } from "@postern/kit/sync";
import { schemas } from "../collections.ts";
import * as events from "../events.ts";
import { syncedBases } from "./bases.ts";
import { syncedProperties } from "./properties.ts";
import { syncedRows } from "./rows.ts";
import { syncedCharts, syncedViews } from "./views.ts";

const base = ({ base: { id } }: { base: { id: string } }): RecordName[] => [["base", id]];
const made = async ({ base: { id } }: { base: { id: string } }, store: Reads): Promise<RecordName[]> => [
  ["base", id],
  ...(await schemaOf(id, store)),
];
/** A change of one property may change others: their keys, ranks or references. */
const property = async (
  { baseId, property: { id } }: { baseId: string; property: { id: string } },
  store: Reads,
): Promise<RecordName[]> => [["property", baseId, id], ...(await schemaOf(baseId, store))];
const row = ({ row: { id } }: { row: { id: string } }): RecordName[] => [["row", id]];
const rows = ({ rows }: { rows: readonly string[] }): RecordName[] => rows.map((id) => ["row", id]);
const view = ({ view: { baseId, id } }: { view: { baseId: string; id: string } }): RecordName[] => [
  ["view", baseId, id],
];
const chart = ({ chart: { baseId, id } }: { chart: { baseId: string; id: string } }): RecordName[] => [
  ["chart", baseId, id],
];

async function schemaOf(baseId: string, store: Reads): Promise<RecordName[]> {
  const { properties = [] } = (await store.get(schemas, baseId)) ?? {};
  return properties.map(({ id }) => ["property", baseId, id]);
}

/** Bases with their properties, rows, views and charts, for synchronization with linked gateways. */
export const basesDomain = defineSyncDomain("bases", {
  kinds: {
    base: syncedBases,
    property: syncedProperties,
    row: syncedRows,
    view: syncedViews,
    chart: syncedCharts,
  },
  touched: {
    [events.baseCreated.type]: made,
    [events.baseUpdated.type]: base,
    [events.baseArchived.type]: base,
    [events.baseUnarchived.type]: base,
    [events.propertyCreated.type]: property,
    [events.propertyUpdated.type]: property,
    [events.propertyDeleted.type]: property,
    [events.propertyRestored.type]: property,
    [events.propertyPurged.type]: property,
    [events.rowCreated.type]: row,
    [events.rowUpdated.type]: row,
    [events.rowArchived.type]: row,
    [events.rowUnarchived.type]: row,
    [events.rowsChanged.type]: rows,
    [events.viewCreated.type]: view,
    [events.viewUpdated.type]: view,
    [events.viewRemoved.type]: view,
    [events.chartCreated.type]: chart,
    [events.chartUpdated.type]: chart,
    [events.chartRemoved.type]: chart,
  },
});

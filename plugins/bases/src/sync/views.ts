import { type Reads, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, dependencyMissing, portionOf } from "@postern/kit/sync";
import { schemaOf } from "../base.ts";
import { type ChartRecord, charts, showChart } from "../charts.ts";
import { bases, type SchemaRecord, type ViewRecord, views } from "../collections.ts";
import { chartCreated, chartRemoved, chartUpdated, viewCreated, viewRemoved, viewUpdated } from "../events.ts";
import { ChartId, ChartKind, Filter, Name } from "../schemas.ts";
import { showView } from "../view.ts";
import { BaseId } from "./bases.ts";

const closed = { additionalProperties: false } as const;
const Word = T.String({ maxLength: 200 });
const common = { baseId: BaseId, name: Name, filter: T.Optional(Filter), createdAt: Word, updatedAt: Word };

/** Views and charts refer to properties by id on all gateways. */
const View = T.Object(
  {
    ...common,
    id: T.String({ pattern: "^view_[0-9a-f]{24}$" }),
    properties: T.Array(Word, { maxItems: 1_000 }),
    sort: T.Optional(T.Array(Word, { maxItems: 3 })),
  },
  closed,
);
const Chart = T.Object({ ...common, id: ChartId, kind: ChartKind, x: T.Optional(Word), y: Word }, closed);

export const syncedViews = defineSyncKind({
  name: ["baseId", "id"],
  schema: View,
  read: async (store, baseId = "", id = "") => (await store.get(views, baseId, id)) as ViewRecord | undefined,
  list: (store, portion) => portionOf(store, views, portion, (view) => [view.baseId, view.id]),
  async put(ctx, view) {
    const { store, emit } = ctx;
    const schema = await schemaHere(store, view.baseId);
    const before = await store.get(views, view.baseId, view.id);
    const kept = await withItsName(ctx, view, schema);
    await store.put(views, kept);
    emit(before ? viewUpdated : viewCreated, { view: showView(kept, schema) });
  },
  async remove({ store, emit }, baseId = "", id = "") {
    const view = (await store.get(views, baseId, id)) as ViewRecord | undefined;
    if (!view) return;
    await store.delete(views, baseId, id);
    emit(viewRemoved, { view: showView(view, await schemaOf(store, baseId)) });
  },
});

export const syncedCharts = defineSyncKind({
  name: ["baseId", "id"],
  schema: Chart,
  read: (store, baseId = "", id = "") => store.get(charts, baseId, id),
  list: (store, portion) => portionOf(store, charts, portion, (chart) => [chart.baseId, chart.id]),
  async put({ store, emit }, chart: ChartRecord) {
    const schema = await schemaHere(store, chart.baseId);
    const before = await store.get(charts, chart.baseId, chart.id);
    await store.put(charts, chart);
    emit(before ? chartUpdated : chartCreated, { chart: showChart(chart, schema) });
  },
  async remove({ store, emit }, baseId = "", id = "") {
    const chart = await store.get(charts, baseId, id);
    if (!chart) return;
    await store.delete(charts, baseId, id);
    emit(chartRemoved, { chart: showChart(chart, await schemaOf(store, baseId)) });
  },
});

async function schemaHere(store: Reads, baseId: string): Promise<SchemaRecord> {
  if (!(await store.get(bases, baseId))) throw dependencyMissing(["base", baseId]);
  return schemaOf(store, baseId);
}

/** Names are unique in a base. If two views were created with the same name, the one with the lower id keeps it. */
async function withItsName(
  { store, emit }: Transacting,
  view: Static<typeof View>,
  schema: SchemaRecord,
): Promise<ViewRecord> {
  const other = (await store.one(views, "byName", view.baseId, view.name)) as ViewRecord | undefined;
  if (!other || other.id === view.id) return view;
  if (other.id < view.id) return renamed(view);
  const yielding = renamed(other);
  await store.put(views, yielding);
  emit(viewUpdated, { view: showView(yielding, schema) });
  return view;
}

const MAX_NAME_LENGTH = 190;
const renamed = (view: ViewRecord): ViewRecord => ({
  ...view,
  name: `${[...view.name].slice(0, MAX_NAME_LENGTH).join("")} ${view.id.slice(-8)}`,
});

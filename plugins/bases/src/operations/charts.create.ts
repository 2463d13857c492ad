import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { baseIdIn, basesIn, envelopeOf, isoOf, openBaseOf, schemaOf } from "../base.ts";
import { axesOf, type ChartRecord, charts, showChart } from "../charts.ts";
import { BaseAmbiguous, BaseArchived, BaseNotFound, PropertyDeleted, PropertyNotFound, TooMany } from "../errors.ts";
import { chartCreated } from "../events.ts";
import { group } from "../group.ts";
import { BaseRef, Chart, ChartKind, envelope, Figure, Filter, Name, PropRef } from "../schemas.ts";
import { filterByIds, MAX_VIEWS } from "../view.ts";

export const chartsCreate = defineCommand(group, {
  id: "bases.charts.create",
  summary: "Create a chart",
  description: "A chart groups rows by `x` and counts or sums them as `y`. `bases.charts.show` returns its points.",
  input: T.Object({
    base: BaseRef,
    name: described(Name, "Name of the chart"),
    kind: withDefault(described(ChartKind, "Kind of chart"), "bar"),
    x: T.Optional(PropRef),
    y: withDefault(Figure, "count"),
    filter: T.Optional(described(Filter, "Conditions that rows must meet")),
  }),
  output: T.Object({ chart: described(Chart, "The chart"), ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, PropertyNotFound, PropertyDeleted, TooMany],
  examples: [
    { title: "Total value per stage", input: { base: "leads", name: "Stages", x: "stage", y: "sum:worth" } },
    { title: "A single number", input: { base: "leads", name: "All", kind: "number" } },
  ],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, name, kind, x, y, filter }) {
    const base = await openBaseOf(ctx, ref);
    const schema = await schemaOf(ctx.store, base.id);
    if ((await ctx.store.count(charts, { prefix: [base.id] })) >= MAX_VIEWS)
      throw TooMany({ what: "charts", limit: MAX_VIEWS });
    axesOf(omitUndefined({ kind, x, y }), schema);
    if (filter) filterByIds(filter, schema);
    return { summary: `Create the chart "${name}" in the base "${base.slug}"`, baseId: base.id };
  },
  undo:
    (_ctx, { baseId: base }) =>
    ({ chart }) => ({ operation: "bases.charts.remove", input: { base, chart: chart.id } }),
  async execute(ctx, { baseId }, { name, kind, x, y, filter }) {
    const { store, now, id, emit } = ctx;
    const base = await openBaseOf(ctx, baseId);
    const schema = await schemaOf(store, baseId);
    const at = isoOf(now);
    const record: ChartRecord = omitUndefined({
      id: id("chart_"),
      baseId,
      name,
      kind,
      ...axesOf(omitUndefined({ kind, x, y }), schema),
      filter: filter && filterByIds(filter, schema),
      createdAt: at,
      updatedAt: at,
    });
    await store.put(charts, record);
    const chart = showChart(record, schema);
    emit(chartCreated, { chart });
    return { chart, ...(await envelopeOf(ctx, base)) };
  },
});

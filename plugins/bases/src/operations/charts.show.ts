import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { baseIdIn, baseOf, envelopeOf, schemaOf } from "../base.ts";
import { chartOf, showChart } from "../charts.ts";
import { BaseAmbiguous, BaseNotFound, ChartNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Point, pointsOf } from "../points.ts";
import { BaseRef, Chart, ChartId, envelope } from "../schemas.ts";

export const chartsShow = defineQuery(group, {
  id: "bases.charts.show",
  summary: "Show a chart and its points",
  description: "The points are computed from all rows that currently match the filter of the chart.",
  input: T.Object({ base: BaseRef, chart: ChartId }),
  output: T.Object({
    chart: described(Chart, "The chart"),
    points: withColumns(T.Array(Point, { description: "Points of the chart, in order" }), { x: "text", y: "plain" }),
    truncated: T.Boolean({ description: "Whether there are more points than the 1,000 shown" }),
    ...envelope,
  }),
  errors: [BaseNotFound, BaseAmbiguous, ChartNotFound],
  examples: [{ title: "Show a chart by id", input: { base: "leads", chart: "chart_0123456789abcdef01234567" } }],
  resource: baseIdIn,
  async run(ctx, { base: ref, chart: id }) {
    const base = await baseOf(ctx, ref);
    const store = ctx.store.unchecked;
    const schema = await schemaOf(store, base.id);
    const chart = await chartOf(store, base.id, id);
    const target = { store, baseId: base.id, status: "active" as const, schema };
    return { chart: showChart(chart, schema), ...(await pointsOf(target, chart)), ...(await envelopeOf(ctx, base)) };
  },
});

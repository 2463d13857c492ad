import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { baseIdIn, baseOf, frameOf, schemaOf } from "../base.ts";
import { chartOf, showChart } from "../charts.ts";
import { BaseAmbiguous, BaseNotFound, ChartNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Point, pointsOf } from "../points.ts";
import { BaseRef, Chart, ChartId, frame } from "../schemas.ts";

export const chartsShow = defineQuery(group, {
  id: "bases.charts.show",
  summary: "Show a chart with its points",
  description: "The points are reckoned from all rows that its filter lets through, at this moment.",
  input: T.Object({ base: BaseRef, chart: ChartId }),
  output: T.Object({
    chart: described(Chart, "The chart"),
    points: T.Array(Point, { description: "The points, in order" }),
    truncated: T.Boolean({ description: "Whether there are more than the 1000 points shown" }),
    ...frame,
  }),
  errors: [BaseNotFound, BaseAmbiguous, ChartNotFound],
  examples: [{ title: "One chart", input: { base: "leads", chart: "chart_0123456789abcdef01234567" } }],
  resource: baseIdIn,
  async run(ctx, { base: ref, chart: id }) {
    const base = await baseOf(ctx, ref);
    const store = ctx.store.unchecked;
    const schema = await schemaOf(store, base.id);
    const chart = await chartOf(store, base.id, id);
    const ground = { store, baseId: base.id, standing: "active" as const, schema };
    return { chart: showChart(chart, schema), ...(await pointsOf(ground, chart)), ...(await frameOf(ctx, base)) };
  },
});

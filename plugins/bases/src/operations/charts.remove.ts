import { defineCommand, omitUndefined, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { baseIdIn, basesIn, envelopeOf, openBaseOf, schemaOf } from "../base.ts";
import { chartOf, charts, showChart } from "../charts.ts";
import { BaseAmbiguous, BaseArchived, BaseNotFound, ChartNotFound } from "../errors.ts";
import { chartRemoved } from "../events.ts";
import { group } from "../group.ts";
import { BaseRef, Chart, ChartId, envelope } from "../schemas.ts";

export const chartsRemove = defineCommand(group, {
  id: "bases.charts.remove",
  summary: "Remove a chart",
  description: "Rows are not changed. The answer contains the removed chart, so that it can be created again.",
  input: T.Object({ base: BaseRef, chart: ChartId }),
  output: T.Object({ chart: described(Chart, "The chart"), ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, ChartNotFound],
  examples: [{ title: "Remove a chart by id", input: { base: "leads", chart: "chart_0123456789abcdef01234567" } }],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, chart: id }) {
    const base = await openBaseOf(ctx, ref);
    const { name } = await chartOf(ctx.store, base.id, id);
    return { summary: `Remove the chart "${name}" from the base "${base.slug}"`, baseId: base.id };
  },
  async undo({ store }, { baseId: base }, { chart: id }) {
    const { name, kind, x, y, filter } = await chartOf(store, base, id);
    return { operation: "bases.charts.create", input: omitUndefined({ base, name, kind, x, y, filter }) };
  },
  async execute(ctx, { baseId }, { chart: id }) {
    const base = await openBaseOf(ctx, baseId);
    const chart = showChart(await chartOf(ctx.store, baseId, id), await schemaOf(ctx.store, baseId));
    await ctx.store.delete(charts, baseId, id);
    ctx.emit(chartRemoved, { chart });
    return { chart, ...(await envelopeOf(ctx, base)) };
  },
});

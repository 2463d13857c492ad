import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { baseIdIn, basesIn, envelopeOf, isoOf, openBaseOf, schemaOf } from "../base.ts";
import { axesOf, type ChartRecord, chartOf, charts, showChart } from "../charts.ts";
import {
  BaseAmbiguous,
  BaseArchived,
  BaseNotFound,
  ChartNotFound,
  PropertyDeleted,
  PropertyNotFound,
} from "../errors.ts";
import { chartUpdated } from "../events.ts";
import { group } from "../group.ts";
import { BaseRef, Chart, ChartId, ChartKind, envelope, Figure, Filter, Name, PropRef } from "../schemas.ts";
import { filterBefore, filterByIds, isUnchanged } from "../view.ts";

export const chartsUpdate = defineCommand(group, {
  id: "bases.charts.update",
  summary: "Update a chart",
  description: "Omitted fields keep their values.",
  input: T.Object({
    base: BaseRef,
    chart: ChartId,
    name: T.Optional(described(Name, "Name of the chart")),
    kind: T.Optional(described(ChartKind, "Kind of chart")),
    x: T.Optional(PropRef),
    y: T.Optional(Figure),
    filter: T.Optional(described(Filter, "Conditions that rows must meet")),
    withoutFilter: T.Optional(T.Boolean({ description: "Remove the filter, so that the chart uses all rows" })),
  }),
  output: T.Object({ chart: described(Chart, "The chart"), ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, ChartNotFound, PropertyNotFound, PropertyDeleted],
  examples: [
    { title: "Change to a pie chart", input: { base: "leads", chart: "chart_0123456789abcdef01234567", kind: "pie" } },
  ],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, chart: id, filter, ...given }) {
    const base = await openBaseOf(ctx, ref);
    const schema = await schemaOf(ctx.store, base.id);
    const before = await chartOf(ctx.store, base.id, id);
    axesOf(after(before, given), schema);
    if (filter) filterByIds(filter, schema);
    return { summary: `Update the chart "${before.name}" in the base "${base.slug}"`, baseId: base.id };
  },
  async undo({ store }, { baseId: base }, { base: _, chart: id, x, filter, withoutFilter, ...given }) {
    const before = await chartOf(store, base, id);
    const shown = showChart(before, await schemaOf(store, base));
    const shape = x === undefined && given.kind === undefined ? {} : { kind: before.kind, x: before.x };
    const filtered = filter || withoutFilter ? filterBefore(before) : {};
    const input = omitUndefined({ base, chart: id, ...restoring(given, before), ...shape, ...filtered });
    return ({ chart }) => (isUnchanged(shown, chart) ? undefined : { operation: "bases.charts.update", input });
  },
  async execute(ctx, { baseId }, { chart: id, name, filter, withoutFilter, kind, x, y }) {
    const { store, now, emit } = ctx;
    const base = await openBaseOf(ctx, baseId);
    const schema = await schemaOf(store, baseId);
    const before = await chartOf(store, baseId, id);
    const shape = after(before, { kind, x, y });
    const kept = withoutFilter ? undefined : before.filter;
    const record: ChartRecord = omitUndefined({
      ...before,
      x: undefined,
      name: name ?? before.name,
      kind: shape.kind,
      ...axesOf(shape, schema),
      filter: filter ? filterByIds(filter, schema) : kept,
      updatedAt: isoOf(now),
    });
    await store.put(charts, record);
    const chart = showChart(record, schema);
    emit(chartUpdated, { chart });
    return { chart, ...(await envelopeOf(ctx, base)) };
  },
});

type Shape = Pick<ChartRecord, "kind" | "x" | "y">;

/** A chart that is changed to a number loses its `x`. */
function after(
  before: Shape,
  {
    kind = before.kind,
    x,
    y = before.y,
  }: { kind?: Shape["kind"] | undefined; x?: string | undefined; y?: string | undefined },
): { kind: Shape["kind"]; x?: string; y: string } {
  return omitUndefined({ kind, x: x ?? (kind === "number" ? undefined : before.x), y });
}

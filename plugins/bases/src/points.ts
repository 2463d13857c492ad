import { T } from "@postern/core";
import type { ChartRecord } from "./charts.ts";
import type { PropertyRecord } from "./collections.ts";
import { compileFilters } from "./query/source.ts";
import { inOrder, type QueryTarget } from "./query/walk.ts";
import { typeOf } from "./types/index.ts";
import { liveQuery } from "./view.ts";

export const Point = T.Object({
  x: T.Optional(T.String({ description: "Value that the rows are grouped by; absent for rows without a value" })),
  y: T.Number({ description: "Aggregated value of the group" }),
});

/** The maximum number of points of a chart. Further groups are left out. */
export const MAX_POINTS = 1_000;

/** Decimals of a number without a precision. Further ones are errors of binary addition. */
const MAX_DECIMALS = 10;

interface Sum {
  count: number;
  sum: number;
  min: number;
  max: number;
}

const AGGREGATES: Readonly<Record<string, (of: Sum) => number>> = {
  count: ({ count }) => count,
  sum: ({ sum }) => sum,
  avg: ({ sum, count }) => (count === 0 ? 0 : sum / count),
  min: ({ min, count }) => (count === 0 ? 0 : min),
  max: ({ max, count }) => (count === 0 ? 0 : max),
};

/** Computes the points of a chart in the order of `x`, from all rows that match its filter. */
export async function pointsOf(
  target: QueryTarget,
  chart: ChartRecord,
): Promise<{ points: (typeof Point)["static"][]; truncated: boolean }> {
  const { schema } = target;
  const { filter } = liveQuery(chart, schema);
  const { fits } = compileFilters(filter ? [filter] : [], target);
  const x = schema.properties.find(({ id }) => id === chart.x);
  const [figure = "count", field] = chart.y.split(":");
  const sums = new Map<string | undefined, Sum>();
  let truncated = false;
  for await (const found of inOrder(target, x && x.type !== "multi_select" ? [{ field: x, reverse: false }] : [])) {
    if (!fits(found)) continue;
    const { values } = found;
    const y = field === undefined ? 1 : values[field];
    if (typeof y !== "number") continue;
    for (const at of x ? groupsOf(values[x.id], x) : [undefined]) {
      const so = sums.get(at);
      if (!so && sums.size >= MAX_POINTS) truncated = true;
      else sums.set(at, added(so, y));
    }
  }
  if (chart.x === undefined && sums.size === 0) sums.set(undefined, { count: 0, sum: 0, min: 0, max: 0 });
  const shown = AGGREGATES[figure] ?? AGGREGATES.count;
  const decimals = schema.properties.find(({ id }) => id === field)?.config.precision ?? MAX_DECIMALS;
  const points = [...sums].map(([at, sum]) => ({
    ...(at !== undefined && { x: at }),
    y: Number((shown?.(sum) ?? 0).toFixed(decimals)),
  }));
  return { points, truncated };
}

function groupsOf(value: unknown, { type, config }: PropertyRecord): (string | undefined)[] {
  if (value === undefined) return [undefined];
  if (Array.isArray(value)) return value.map((one) => typeOf("select").write(one, config));
  return [typeOf(type).write(value, config)];
}

const added = (so: Sum | undefined, y: number): Sum =>
  so
    ? { count: so.count + 1, sum: so.sum + y, min: Math.min(so.min, y), max: Math.max(so.max, y) }
    : { count: 1, sum: y, min: y, max: y };

import { defineCollection, gatewayErrors, omitUndefined, type Reads, type Static, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import type { SchemaRecord } from "./collections.ts";
import { ChartNotFound } from "./errors.ts";
import { livePropertyOf } from "./schema/find.ts";
import { type Chart, ChartKind, Filter } from "./schemas.ts";
import { filterByKeys, keyOf, namesOf } from "./view.ts";

const ChartRecord = T.Object({
  id: T.String({ description: "Id of the chart" }),
  baseId: T.String({ description: "Id of the base" }),
  name: T.String({ description: "Name of the chart" }),
  kind: described(ChartKind, "Kind of chart"),
  /** Id of a property. */
  x: T.Optional(T.String({ description: "Id of the property that rows are grouped by" })),
  /** `count`, or an aggregate and the id of a property. */
  y: T.String({ description: "`count`, or an aggregate with the id of a property" }),
  filter: T.Optional(described(Filter, "Conditions that rows must meet")),
  createdAt: T.String({ description: "Creation time in ISO 8601, UTC" }),
  updatedAt: T.String({ description: "Time of the last change in ISO 8601, UTC" }),
});
export type ChartRecord = Static<typeof ChartRecord>;

export const charts = defineCollection("bases.chart", { schema: ChartRecord, key: ({ baseId, id }) => [baseId, id] });

export async function chartOf(store: Reads, baseId: string, id: string): Promise<ChartRecord> {
  const chart = await store.get(charts, baseId, id);
  if (!chart) throw ChartNotFound({ chart: id });
  return chart;
}

/** The axes of a chart, by property id. Throws a 400 error if they do not fit the kind of chart. */
export function axesOf(
  { kind, x, y }: { kind: ChartRecord["kind"]; x?: string; y: string },
  schema: SchemaRecord,
): { x?: string; y: string } {
  if ((kind === "number") !== (x === undefined)) {
    const message =
      kind === "number" ? "must not be set for a chart of kind number" : `is required for a chart of kind ${kind}`;
    throw faultAt("/x", message);
  }
  const [aggregate = "", field] = y.split(":");
  const at = x === undefined ? {} : { x: livePropertyOf(schema, x).id };
  if (field === undefined) return { ...at, y };
  const property = livePropertyOf(schema, field);
  const isNumber = property.type === "number" || (property.type === "agent" && property.config.output === "number");
  if (!isNumber) throw faultAt("/y", `must aggregate a number property: "${field}" is not a number`);
  return { ...at, y: `${aggregate}:${property.id}` };
}

const faultAt = (path: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code: "chart", message }] });

export function showChart({ x, y, filter, ...chart }: ChartRecord, schema: SchemaRecord): Chart {
  const [aggregate, field] = y.split(":");
  const used = [x, field, ...(filter?.where ?? []).map((condition) => condition.field)];
  const { dangling } = namesOf(
    used.filter((id) => id !== undefined),
    schema,
  );
  return omitUndefined({
    ...chart,
    x: x && keyOf(x, schema),
    y: field === undefined ? y : `${aggregate}:${keyOf(field, schema)}`,
    filter: filter && filterByKeys(filter, schema),
    dangling: dangling.length > 0 ? dangling : undefined,
  });
}

import { defineCollection, gatewayErrors, omitUndefined, type Reads, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";
import type { SchemaRecord } from "./collections.ts";
import { ChartNotFound } from "./errors.ts";
import { livePropertyOf } from "./schema/find.ts";
import { type Chart, ChartKind, Filter } from "./schemas.ts";
import { filterByKeys, keyOf, namesOf } from "./view.ts";

const ChartRecord = T.Object({
  id: T.String({ description: "Its id" }),
  baseId: T.String({ description: "Id of the base" }),
  name: T.String({ description: "Its name" }),
  kind: described(ChartKind, "Its kind"),
  /** Id of a property. */
  x: T.Optional(T.String({ description: "The value of the group: a day, a word or an option" })),
  /** count, or an aggregate and the id of a property. */
  y: T.String({ description: "The value" }),
  filter: T.Optional(described(Filter, "Conditions that rows have to meet")),
  createdAt: T.String({ description: "When it was created, Unix milliseconds" }),
  updatedAt: T.String({ description: "When it was last changed, Unix milliseconds" }),
});
export type ChartRecord = Static<typeof ChartRecord>;

export const charts = defineCollection("bases.chart", { schema: ChartRecord, key: ({ baseId, id }) => [baseId, id] });

export async function chartOf(store: Reads, baseId: string, id: string): Promise<ChartRecord> {
  const chart = await store.get(charts, baseId, id);
  if (!chart) throw ChartNotFound({ chart: id });
  return chart;
}

/** What a chart shows, with the ids of properties; 400 for what cannot be drawn. */
export function drawn(
  { kind, x, y }: { kind: ChartRecord["kind"]; x?: string; y: string },
  schema: SchemaRecord,
): { x?: string; y: string } {
  if ((kind === "number") !== (x === undefined)) {
    const message =
      kind === "number" ? "goes not with a chart of kind number, which is one figure" : `is required for a ${kind}`;
    throw faultAt("/x", message);
  }
  const [aggregate = "", field] = y.split(":");
  const at = x === undefined ? {} : { x: livePropertyOf(schema, x).id };
  if (field === undefined) return { ...at, y };
  const property = livePropertyOf(schema, field);
  const isNumber = property.type === "number" || (property.type === "agent" && property.config.output === "number");
  if (!isNumber) throw faultAt("/y", `${field} is no number, of which there is a ${aggregate}`);
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

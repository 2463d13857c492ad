import { digestOf, gatewayErrors, omitUndefined, type Reads } from "@postern/core";
import { type SchemaRecord, type ViewRecord, views } from "./collections.ts";
import { ViewNameTaken, ViewNotFound } from "./errors.ts";
import { testOf } from "./query/condition.ts";
import { ordersOf } from "./query/order.ts";
import { liveOf, livePropertyOf } from "./schema/find.ts";
import type { Filter, View } from "./schemas.ts";

/** The maximum number of views of a base, and of charts. */
export const MAX_VIEWS = 200;

export async function viewOf(store: Reads, baseId: string, ref: string): Promise<ViewRecord> {
  const view = (await store.get(views, baseId, ref)) ?? (await store.one(views, "byName", baseId, ref));
  if (!view) throw ViewNotFound({ view: ref });
  return view as ViewRecord;
}

export async function assertViewName(store: Reads, baseId: string, name: string, self?: string): Promise<void> {
  const taken = (await store.one(views, "byName", baseId, name)) as ViewRecord | undefined;
  if (taken && taken.id !== self) throw ViewNameTaken({ viewId: taken.id });
}

/** Property ids, so that a view survives renamed properties. */
export function propertyIds(refs: readonly string[], schema: SchemaRecord): string[] {
  const ids = refs.map((ref) => livePropertyOf(schema, ref).id);
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (twice < 0) return ids;
  const message = `must not contain the property "${refs[twice]}" twice`;
  throw gatewayErrors.InvalidInput({ issues: [{ path: `/properties/${twice}`, code: "property", message }] });
}

/** A valid filter, with property ids as fields. */
export function filterByIds(filter: Filter, schema: SchemaRecord): Filter {
  return {
    ...filter,
    where: filter.where.map((condition, at) => {
      testOf(condition, schema, `/filter/where/${at}`);
      return { ...condition, field: idOf(condition.field, schema) };
    }),
  };
}

export function sortByIds(sort: readonly string[], schema: SchemaRecord): string[] {
  ordersOf(sort, schema);
  return sort.map((entry) => {
    const [field = "", direction] = entry.split(":");
    return [idOf(field, schema), direction].filter(Boolean).join(":");
  });
}

const isTime = (field: string): boolean => field === "createdAt" || field === "updatedAt";
const idOf = (field: string, schema: SchemaRecord): string =>
  isTime(field) ? field : livePropertyOf(schema, field).id;

/** The part of a saved filter and sort order that uses existing properties. Conditions on deleted ones are left out. */
export function liveQuery(
  { filter, sort }: { filter?: Filter; sort?: readonly string[] },
  schema: SchemaRecord,
): { filter?: Filter; sort?: string[] } {
  const isLive = (field: string) => isTime(field) || liveOf(schema).some(({ id }) => id === field);
  const where = filter?.where.filter(({ field }) => isLive(field)) ?? [];
  const order = sort?.filter((entry) => isLive(entry.split(":")[0] as string)) ?? [];
  return {
    ...(filter && where.length > 0 && { filter: { ...filter, where } }),
    ...(order.length > 0 && { sort: order }),
  };
}

/** The keys of the properties that a view or chart uses, and the ids of those that do not exist. */
export function namesOf(ids: readonly string[], schema: SchemaRecord): { keys: string[]; dangling: string[] } {
  const live = liveOf(schema);
  const all = [...new Set(ids)].filter((id) => !isTime(id));
  const dangling = all.filter((id) => !live.some((property) => property.id === id));
  return { keys: ids.flatMap((id) => live.find((property) => property.id === id)?.key ?? []), dangling };
}

/** A filter with keys instead of ids, for properties that exist. */
export function filterByKeys(filter: Filter, schema: SchemaRecord): Filter {
  return { ...filter, where: filter.where.map((one) => ({ ...one, field: keyOf(one.field, schema) })) };
}

export const keyOf = (id: string, { properties }: SchemaRecord): string =>
  properties.find((property) => property.id === id)?.key ?? id;

export function showView({ properties, filter, sort, ...view }: ViewRecord, schema: SchemaRecord): View {
  const used = [...properties, ...(filter?.where ?? []).map(({ field }) => field), ...(sort ?? []).map(fieldOf)];
  const { dangling } = namesOf(used, schema);
  return omitUndefined({
    ...view,
    properties: namesOf(properties, schema).keys,
    filter: filter && filterByKeys(filter, schema),
    sort: sort?.map((entry) => entry.replace(fieldOf(entry), keyOf(fieldOf(entry), schema))),
    dangling: dangling.length > 0 ? dangling : undefined,
  });
}

/** Whether a view or chart is as before, apart from the time of its last change. */
export const isUnchanged = <V extends { updatedAt: string }>(before: V, after: V): boolean =>
  digestOf({ ...before, updatedAt: after.updatedAt }) === digestOf(after);

/** The fields of an update that restore a filter. */
export const filterBefore = ({ filter }: { filter?: Filter }) => (filter ? { filter } : { withoutFilter: true });

const fieldOf = (entry: string): string => entry.split(":")[0] as string;

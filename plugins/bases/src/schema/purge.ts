import type { Transacting } from "@postern/core";
import type { BaseRecord, SchemaRecord } from "../collections.ts";
import { upkeep } from "../upkeep.ts";
import { advance } from "./change.ts";
import { renumbered } from "./position.ts";

/** Removes a property permanently, and queues the removal of its values. */
export async function purge(
  ctx: Transacting,
  base: BaseRecord,
  schema: SchemaRecord,
  propertyId: string,
): Promise<{ base: BaseRecord; schema: SchemaRecord }> {
  const properties = schema.properties.filter(({ id }) => id !== propertyId).map(withoutLinks(propertyId));
  // On a linked gateway, it may be purged without having been deleted there first.
  const next = await advance(ctx, base, schema, renumbered(properties));
  const payload = { base: base.id, property: propertyId, kind: "purge", schemaVersion: next.schema.version };
  await upkeep.add(ctx, payload);
  return next;
}

/** Removes a purged property from the settings of a property that refers to it. */
const withoutLinks =
  (gone: string) =>
  <P extends { config: { inputs?: string[]; resetOn?: string[] } }>(property: P): P => {
    const { inputs, resetOn } = property.config;
    if (!inputs?.includes(gone) && !resetOn?.includes(gone)) return property;
    const left = (ids: string[] | undefined) => ids && { ids: ids.filter((id) => id !== gone) };
    const [a, b] = [left(inputs), left(resetOn)];
    return { ...property, config: { ...property.config, ...(a && { inputs: a.ids }), ...(b && { resetOn: b.ids }) } };
  };

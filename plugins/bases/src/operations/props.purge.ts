import { defineCommand, type Glance, T } from "@postern/core";
import { frameOf, openBaseOf, schemaOf, showBase } from "../base.ts";
import type { PropertyRecord, SchemaRecord } from "../collections.ts";
import {
  BaseAmbiguous,
  BaseArchived,
  BaseNotFound,
  PropertyAmbiguous,
  PropertyNotDeleted,
  PropertyNotFound,
} from "../errors.ts";
import { propertyPurged } from "../events.ts";
import { group } from "../group.ts";
import { advance } from "../schema/change.ts";
import { showProperty } from "../schema/configure.ts";
import { propertyOf } from "../schema/find.ts";
import { reportOf } from "../schema/report.ts";
import { Base, BaseRef, frame, Property, PropRef, Report } from "../schemas.ts";
import { upkeep } from "../upkeep.ts";

export const propsPurge = defineCommand(group, {
  id: "bases.props.purge",
  summary: "Purge a deleted property, and its values with it",
  description: "It is gone at once and for good; the room that its values take is given back in the background.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ base: BaseRef, prop: PropRef }),
  output: T.Object({ base: Base, property: Property, report: Report, ...frame }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, PropertyNotFound, PropertyAmbiguous, PropertyNotDeleted],
  examples: [{ title: "What would be lost", input: { base: "leads", prop: "worth" } }],
  resource: ({ base }) => base,
  async plan(ctx, { base: ref, prop }) {
    const base = await openBaseOf(ctx, ref);
    const schema = await schemaOf(ctx.store, base.id);
    const property = propertyOf(schema, prop);
    if (property.deletedAt === undefined) throw PropertyNotDeleted({ propertyId: property.id });
    const report = await lossOf(ctx.store.glance, schema, property, true);
    return {
      summary: `Purge ${property.key} of the base ${base.slug} with ${report.cleared} values`,
      baseId: base.id,
      propertyId: property.id,
      report,
    };
  },
  async execute(ctx, { baseId, propertyId }) {
    const { store, emit } = ctx;
    const before = await schemaOf(store, baseId);
    const purged = propertyOf(before, propertyId);
    const property = showProperty(purged, before.properties);
    const report = await lossOf(store.glance, before, purged, false);
    const properties = before.properties.filter(({ id }) => id !== propertyId).map(withoutLinks(propertyId));
    const { base, schema } = await advance(ctx, await openBaseOf(ctx, baseId), before, properties);
    await upkeep.add(ctx, { base: baseId, property: propertyId, kind: "purge", schemaVersion: schema.version });
    emit(propertyPurged, { baseId, schemaVersion: schema.version, property, report });
    return { base: await showBase(ctx, base), property, report, ...(await frameOf(ctx, base)) };
  },
});

/** All values go. How many there are by then changes nothing of what is done, so it is only glanced at. */
async function lossOf(store: Glance, schema: SchemaRecord, property: PropertyRecord, dryRun: boolean) {
  const report = await reportOf(store, schema, property, { dryRun });
  return { ...report, converted: 0, cleared: report.converted };
}

/** A property that looks at one that is gone looks at the others only. */
const withoutLinks =
  (gone: string) =>
  <P extends { config: { inputs?: string[]; resetOn?: string[] } }>(property: P): P => {
    const { inputs, resetOn } = property.config;
    if (!inputs?.includes(gone) && !resetOn?.includes(gone)) return property;
    const left = (ids: string[] | undefined) => ids && { ids: ids.filter((id) => id !== gone) };
    const [a, b] = [left(inputs), left(resetOn)];
    return { ...property, config: { ...property.config, ...(a && { inputs: a.ids }), ...(b && { resetOn: b.ids }) } };
  };

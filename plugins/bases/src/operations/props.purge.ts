import { defineCommand, type Reads, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { baseIdIn, basesIn, envelopeOf, openBaseOf, schemaOf, showBase } from "../base.ts";
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
import { showProperty } from "../schema/configure.ts";
import { propertyOf } from "../schema/find.ts";
import { purge } from "../schema/purge.ts";
import { reportOf } from "../schema/report.ts";
import { Base, BaseRef, envelope, Property, PropRef, Report } from "../schemas.ts";

export const propsPurge = defineCommand(group, {
  id: "bases.props.purge",
  summary: "Purge a deleted property and its values",
  description: "The property is removed permanently. The space of its values is freed in the background.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ base: BaseRef, prop: PropRef }),
  output: T.Object({
    base: described(Base, "The base"),
    property: described(Property, "The property"),
    report: described(Report, "Effect on rows, charts and views"),
    ...envelope,
  }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, PropertyNotFound, PropertyAmbiguous, PropertyNotDeleted],
  examples: [{ title: "Show what would be lost", input: { base: "leads", prop: "worth" } }],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, prop }) {
    const base = await openBaseOf(ctx, ref);
    const schema = await schemaOf(ctx.store, base.id);
    const property = propertyOf(schema, prop);
    if (property.deletedAt === undefined) throw PropertyNotDeleted({ propertyId: property.id });
    const report = await lossOf(ctx.store.unchecked, schema, property, true);
    return {
      summary: `Purge the property "${property.key}" of the base "${base.slug}" and its ${report.cleared} values`,
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
    const report = await lossOf(store.unchecked, before, purged, false);
    const { base, schema } = await purge(ctx, await openBaseOf(ctx, baseId), before, propertyId);
    emit(propertyPurged, { baseId, schemaVersion: schema.version, property, report });
    return { base: await showBase(ctx, base), property, report, ...(await envelopeOf(ctx, base)) };
  },
});

/** All values are cleared. The counts are only informative, so they are read unchecked. */
async function lossOf(store: Reads, schema: SchemaRecord, property: PropertyRecord, dryRun: boolean) {
  const report = await reportOf(store, schema, property, { dryRun });
  return { ...report, converted: 0, cleared: report.converted };
}

import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { baseIdIn, basesIn, envelopeOf, isoOf, openBaseOf, schemaOf, showBase } from "../base.ts";
import {
  BaseAmbiguous,
  BaseArchived,
  BaseNotFound,
  PropertyAmbiguous,
  PropertyDeleted,
  PropertyNotFound,
  SchemaVersionMismatch,
} from "../errors.ts";
import { propertyDeleted } from "../events.ts";
import { group } from "../group.ts";
import { advance, assertVersion } from "../schema/change.ts";
import { showProperty } from "../schema/configure.ts";
import { livePropertyOf } from "../schema/find.ts";
import { renumbered } from "../schema/position.ts";
import { reportOf } from "../schema/report.ts";
import { Base, BaseRef, ExpectedSchemaVersion, envelope, Property, PropRef, Report } from "../schemas.ts";

export const propsDelete = defineCommand(group, {
  id: "bases.props.delete",
  summary: "Delete a property",
  description:
    "Its values are kept until it is purged. `bases.props.restore` restores the property and its values if its key " +
    "is still free.",
  input: T.Object({
    base: BaseRef,
    prop: PropRef,
    expectedSchemaVersion: T.Optional(ExpectedSchemaVersion),
  }),
  output: T.Object({
    base: described(Base, "The base"),
    property: described(Property, "The property"),
    report: described(Report, "Effect on rows, charts and views"),
    ...envelope,
  }),
  errors: [
    BaseNotFound,
    BaseAmbiguous,
    BaseArchived,
    PropertyNotFound,
    PropertyAmbiguous,
    PropertyDeleted,
    SchemaVersionMismatch,
  ],
  examples: [{ title: "Delete a property by key", input: { base: "leads", prop: "worth" } }],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, prop, expectedSchemaVersion }) {
    const base = await openBaseOf(ctx, ref);
    const schema = await schemaOf(ctx.store, base.id);
    assertVersion(schema, expectedSchemaVersion);
    const property = livePropertyOf(schema, prop);
    // The counts are only informative, so a concurrent change must not cause a conflict.
    const report = await reportOf(ctx.store.unchecked, schema, property, { dryRun: true });
    return {
      summary: `Delete the property "${property.key}" of the base "${base.slug}"`,
      baseId: base.id,
      propertyId: property.id,
      report,
    };
  },
  undo: (_ctx, { baseId: base, propertyId: prop }) => ({ operation: "bases.props.restore", input: { base, prop } }),
  async execute(ctx, { baseId, propertyId }) {
    const { store, now, emit } = ctx;
    const before = await schemaOf(store, baseId);
    const deletedAt = isoOf(now);
    const properties = renumbered(
      before.properties.map((one) => (one.id === propertyId ? { ...one, deletedAt } : one)),
    );
    const { base, schema } = await advance(ctx, await openBaseOf(ctx, baseId), before, properties);
    const deleted = livePropertyOf(before, propertyId);
    const property = showProperty({ ...deleted, deletedAt }, properties);
    const report = await reportOf(store.unchecked, before, deleted);
    emit(propertyDeleted, { baseId, schemaVersion: schema.version, property, report });
    return { base: await showBase(ctx, base), property, report, ...(await envelopeOf(ctx, base)) };
  },
});

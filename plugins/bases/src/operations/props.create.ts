import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { baseIdIn, basesIn, envelopeOf, openBaseOf, schemaOf, showBase } from "../base.ts";
import {
  BaseAmbiguous,
  BaseArchived,
  BaseNotFound,
  KeyTaken,
  PropertyAmbiguous,
  SchemaFull,
  SchemaVersionMismatch,
} from "../errors.ts";
import { propertyCreated } from "../events.ts";
import { group } from "../group.ts";
import { advance, assertKeyIsFree, assertVersion } from "../schema/change.ts";
import { optionIds, showProperty } from "../schema/configure.ts";
import { propertyFrom } from "../schema/create.ts";
import { MAX_PROPERTIES, withPosition } from "../schema/position.ts";
import { reportOf } from "../schema/report.ts";
import {
  Base,
  BaseRef,
  ExpectedSchemaVersion,
  envelope,
  Position,
  Property,
  PropertyInput,
  Report,
} from "../schemas.ts";

export const propsCreate = defineCommand(group, {
  id: "bases.props.create",
  summary: "Create a property",
  description:
    "Existing rows have no value for it. If the property is required, a row needs a value with its next change; " +
    "the report counts the rows without a value.",
  input: T.Object({
    base: BaseRef,
    ...PropertyInput,
    position: T.Optional(Position),
    expectedSchemaVersion: T.Optional(ExpectedSchemaVersion),
  }),
  output: T.Object({
    base: described(Base, "The base"),
    property: described(Property, "The property"),
    report: described(Report, "Effect on rows, charts and views"),
    ...envelope,
  }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, KeyTaken, PropertyAmbiguous, SchemaFull, SchemaVersionMismatch],
  examples: [
    {
      title: "A number with two decimals",
      input: { base: "leads", name: "Worth", type: "number", config: { precision: 2 } },
    },
    {
      title: "A select with two options",
      input: { base: "leads", name: "Stage", type: "select", config: { options: [{ name: "New" }, { name: "Won" }] } },
    },
  ],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, expectedSchemaVersion, position: _position, ...given }) {
    const base = await openBaseOf(ctx, ref);
    const schema = await schemaOf(ctx.store, base.id);
    assertVersion(schema, expectedSchemaVersion);
    if (schema.properties.length >= MAX_PROPERTIES) throw SchemaFull({ limit: MAX_PROPERTIES });
    const { key } = propertyFrom(given, { properties: schema.properties, path: "" }, () => "opt_", "prop_");
    assertKeyIsFree(schema, key);
    return { summary: `Add the property "${key}" to the base "${base.slug}"`, baseId: base.id, key };
  },
  undo:
    (_ctx, { baseId: base }) =>
    ({ property }) => ({ operation: "bases.props.delete", input: { base, prop: property.id } }),
  async execute(ctx, { baseId }, { base: _base, expectedSchemaVersion: _expected, position, ...given }) {
    const { store, emit, id } = ctx;
    const before = await schemaOf(store, baseId);
    const around = { properties: before.properties, path: "" };
    const made = propertyFrom(given, around, optionIds(ctx), id("prop_"));
    const properties = withPosition(before.properties, made, position);
    const { base, schema } = await advance(ctx, await openBaseOf(ctx, baseId), before, properties);
    const kept = properties.find((one) => one.id === made.id) ?? made;
    const property = showProperty(kept, properties);
    const report = await reportOf(store, schema, kept);
    emit(propertyCreated, { baseId, schemaVersion: schema.version, property, report });
    return { base: await showBase(ctx, base), property, report, ...(await envelopeOf(ctx, base)) };
  },
});

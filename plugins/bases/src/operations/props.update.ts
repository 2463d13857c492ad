import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { baseIdIn, basesIn, envelopeOf, openBaseOf, schemaOf, showBase } from "../base.ts";
import type { PropertyRecord } from "../collections.ts";
import { type Config, ConfigInput } from "../config-schemas.ts";
import {
  BaseAmbiguous,
  BaseArchived,
  BaseNotFound,
  KeyTaken,
  NotAnApprover,
  OptionInUse,
  PropertyAmbiguous,
  PropertyDeleted,
  PropertyNotFound,
  SchemaVersionMismatch,
} from "../errors.ts";
import { propertyUpdated } from "../events.ts";
import { group } from "../group.ts";
import { assertMayChangeApprovers } from "../rows/decide.ts";
import { isDifferent } from "../rows/reset.ts";
import { advance, assertKeyIsFree, assertVersion } from "../schema/change.ts";
import { configured, optionIds, showProperty } from "../schema/configure.ts";
import { countConversions } from "../schema/conversion.ts";
import { livePropertyOf, propertyOf } from "../schema/find.ts";
import { assertOptionsUnused } from "../schema/options.ts";
import { withPosition } from "../schema/position.ts";
import { reportOf } from "../schema/report.ts";
import {
  Base,
  BaseRef,
  Description,
  ExpectedSchemaVersion,
  envelope,
  Key,
  Name,
  Position,
  Property,
  PropRef,
  Report,
  Type,
} from "../schemas.ts";
import { upkeep } from "../upkeep.ts";

export const propsUpdate = defineCommand(group, {
  id: "bases.props.update",
  summary: "Update the name, position, configuration or type of a property",
  description:
    "A new configuration replaces the old one; options that are matched by id or name keep their ids. A change of " +
    "type is a dry run by default: values that can be converted as text are kept, and the others are cleared, as in " +
    "the report.",
  input: T.Object({
    base: BaseRef,
    prop: PropRef,
    key: T.Optional(Key),
    name: T.Optional(described(Name, "Name of the property")),
    description: T.Optional(Description),
    type: T.Optional(described(Type, "Type of the property")),
    config: T.Optional(described(ConfigInput, "Settings for the property's type")),
    required: T.Optional(T.Boolean({ description: "Whether every row must have a value" })),
    position: T.Optional(Position),
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
    KeyTaken,
    NotAnApprover,
    OptionInUse,
    SchemaVersionMismatch,
  ],
  examples: [
    { title: "Rename a property", input: { base: "leads", prop: "worth", name: "Value" } },
    { title: "Show the effect of a change of type", input: { base: "leads", prop: "worth", type: "text" } },
  ],
  resource: baseIdIn,
  resources: basesIn,
  dryRunByDefault: ({ type }) => type !== undefined,
  async plan(ctx, { base: ref, prop, expectedSchemaVersion, key, type, config }) {
    const { store, caller } = ctx;
    const base = await openBaseOf(ctx, ref);
    const schema = await schemaOf(store, base.id);
    assertVersion(schema, expectedSchemaVersion);
    const before = livePropertyOf(schema, prop);
    if (key !== undefined) assertKeyIsFree(schema, key, before.id);
    const after = settingsAfter(before, { type, config }, schema.properties, () => "opt_");
    assertMayChangeApprovers(caller, before, after);
    if (after.type === before.type) await assertOptionsUnused(store, base.id, before, after.config);
    const isOther = after.type !== before.type;
    // The counts are only informative, so a concurrent change must not cause a conflict.
    const target = { store: store.unchecked, baseId: base.id, status: "active" as const, schema };
    const counts = isOther ? { ...(await countConversions(target, before, after)), dryRun: true } : { dryRun: true };
    return {
      summary:
        `Update the property "${before.key}" of the base "${base.slug}"` +
        (isOther ? `: change its type from ${before.type} to ${after.type}` : ""),
      baseId: base.id,
      propertyId: before.id,
      report: await reportOf(store.unchecked, schema, before, counts),
    };
  },
  async undo(ctx, plan, { base: _, prop: __, expectedSchemaVersion: ___, type, ...given }) {
    const { properties } = await schemaOf(ctx.store, plan.baseId);
    const before = propertyOf({ properties }, plan.propertyId);
    // Cleared values do not come back with the former type.
    if (type !== undefined && type !== before.type) return undefined;
    const { config, ...fields } = restoring(given, before, { description: "" }) ?? {};
    const input = { base: plan.baseId, prop: before.id, ...fields };
    return ({ property }) => {
      if (!isDifferent(property, showProperty(before, properties))) return undefined;
      const former = config === undefined ? {} : { config: configBefore(before, property) };
      return { operation: "bases.props.update", input: { ...input, ...former } };
    };
  },
  async execute(ctx, plan, { key, name, description, required, position, type, config }) {
    const { baseId, propertyId } = plan;
    const { store, caller, emit } = ctx;
    const before = await schemaOf(store, baseId);
    const was = propertyOf(before, propertyId);
    const settings = settingsAfter(was, { type, config }, before.properties, optionIds(ctx));
    assertMayChangeApprovers(caller, was, settings);
    const isOther = settings.type !== was.type;
    const until = before.version + 1;
    const one: PropertyRecord = omitUndefined({
      ...was,
      ...settings,
      key: key ?? was.key,
      name: name ?? was.name,
      description: description === undefined ? was.description : description || undefined,
      required: required ?? was.required,
      former: isOther ? [...(was.former ?? []), { type: was.type, config: was.config, until }] : was.former,
    });
    const properties = withPosition(before.properties, one, position ?? was.position);
    const { base, schema } = await advance(ctx, await openBaseOf(ctx, baseId), before, properties);
    if (isOther) await upkeep.add(ctx, { base: baseId, property: propertyId, kind: "convert", schemaVersion: until });
    const property = showProperty(propertyOf(schema, propertyId), properties);
    const report = { ...plan.report, dryRun: false };
    emit(propertyUpdated, { baseId, schemaVersion: schema.version, property, report });
    return { base: await showBase(ctx, base), property, report, ...(await envelopeOf(ctx, base)) };
  },
});

/** The type and configuration of a property after a change. A change between types with options keeps the options. */
function settingsAfter(
  before: PropertyRecord,
  { type = before.type, config }: { type?: Type | undefined; config?: ConfigInput | undefined },
  properties: readonly PropertyRecord[],
  newOption: () => string,
): Pick<PropertyRecord, "type" | "config"> {
  if (config === undefined && type === before.type) return { type, config: before.config };
  const isChoice = (one: Type) => one === "select" || one === "multi_select" || one === "status";
  const kept: Config = isChoice(type) && isChoice(before.type) ? { options: before.config.options ?? [] } : {};
  return { type, config: configured(type, config ?? kept, { properties, before, path: "/config" }, newOption) };
}

/** The former configuration as an input. An option that was removed is created again, with another id. */
const configBefore = ({ config: { options, ...config } }: PropertyRecord, { config: after }: Property): ConfigInput =>
  omitUndefined({
    ...config,
    options: options?.map(({ id, ...option }) =>
      after.options?.some((left) => left.id === id) ? { id, ...option } : option,
    ),
  });

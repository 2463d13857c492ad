import { defineCommand, omitUndefined, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { baseIdIn, frameOf, openBaseOf, schemaOf, showBase } from "../base.ts";
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
import { advance, assertKeyIsFree, assertVersion } from "../schema/change.ts";
import { configured, optionIds, showProperty } from "../schema/configure.ts";
import { tried } from "../schema/conversion.ts";
import { livePropertyOf, propertyOf } from "../schema/find.ts";
import { assertOptionsUnused } from "../schema/options.ts";
import { placed } from "../schema/place.ts";
import { reportOf } from "../schema/report.ts";
import {
  Base,
  BaseRef,
  Description,
  ExpectedSchemaVersion,
  frame,
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
  summary: "Change a property: its name, its place, its configuration, its type",
  description:
    "A new configuration replaces the former one; options that are given by id or name stay the ones they were. " +
    "Another type needs execute: values go along where they fit as text, and the others are cleared, as the report says.",
  input: T.Object({
    base: BaseRef,
    prop: PropRef,
    key: T.Optional(Key),
    name: T.Optional(described(Name, "Its name")),
    description: T.Optional(Description),
    type: T.Optional(described(Type, "Its type")),
    config: T.Optional(described(ConfigInput, "Settings, by name")),
    required: T.Optional(T.Boolean({ description: "Whether every row has to have it" })),
    position: T.Optional(Position),
    expectedSchemaVersion: T.Optional(ExpectedSchemaVersion),
  }),
  output: T.Object({
    base: described(Base, "The base"),
    property: described(Property, "The property"),
    report: described(Report, "What it means for rows, charts and views"),
    ...frame,
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
    { title: "Another name", input: { base: "leads", prop: "worth", name: "Value" } },
    { title: "What another type would mean", input: { base: "leads", prop: "worth", type: "text" } },
  ],
  resource: baseIdIn,
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
    // What others write meanwhile changes the counts, not what is done: they are told anew when it is.
    const ground = { store: store.unchecked, baseId: base.id, standing: "active" as const, schema };
    const counts = isOther ? { ...(await tried(ground, before, after)), dryRun: true } : { dryRun: true };
    return {
      summary: `Change ${before.key} of the base ${base.slug}${isOther ? `: its type from ${before.type} to ${after.type}` : ""}`,
      baseId: base.id,
      propertyId: before.id,
      report: await reportOf(store.unchecked, schema, before, counts),
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
    const properties = placed(before.properties, one, position ?? was.position);
    const { base, schema } = await advance(ctx, await openBaseOf(ctx, baseId), before, properties);
    if (isOther) await upkeep.add(ctx, { base: baseId, property: propertyId, kind: "convert", schemaVersion: until });
    const property = showProperty(propertyOf(schema, propertyId), properties);
    const report = { ...plan.report, dryRun: false };
    emit(propertyUpdated, { baseId, schemaVersion: schema.version, property, report });
    return { base: await showBase(ctx, base), property, report, ...(await frameOf(ctx, base)) };
  },
});

/** The type and configuration of a property after a change. Another type keeps of the configuration what it can have. */
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

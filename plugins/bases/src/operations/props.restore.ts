import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, hidden } from "@postern/kit/fields";
import { type BaseContext, baseIdIn, basesIn, envelopeOf, openBaseOf, schemaOf, showBase } from "../base.ts";
import {
  BaseAmbiguous,
  BaseArchived,
  BaseNotFound,
  KeyTaken,
  ProjectNotFound,
  PropertyAmbiguous,
  PropertyNotDeleted,
  PropertyNotFound,
  SchemaVersionMismatch,
  UnknownConsole,
} from "../errors.ts";
import { propertyRestored } from "../events.ts";
import { group } from "../group.ts";
import { advance, assertKeyIsFree, assertVersion } from "../schema/change.ts";
import { showProperty } from "../schema/configure.ts";
import { deletedOf, deletedPropertyOf, propertyOf } from "../schema/find.ts";
import { withPosition } from "../schema/position.ts";
import { reportOf } from "../schema/report.ts";
import {
  Base,
  BaseRef,
  ExpectedSchemaVersionText,
  envelope,
  ProjectRef,
  Property,
  PropRef,
  Report,
} from "../schemas.ts";

export const propsRestore = defineCommand(group, {
  id: "bases.props.restore",
  summary: "Restore a deleted property",
  description:
    "The property is restored with its values if its key is still free. Views and charts that use it show it again.",
  refusesExecute: true,
  input: T.Object({
    base: BaseRef,
    prop: PropRef,
    console: T.Optional(
      T.String({
        maxLength: 2000,
        description: "Address of this gateway; the call is rejected if it belongs to another gateway",
      }),
    ),
    expectedSchemaVersion: T.Optional(ExpectedSchemaVersionText),
    project: T.Optional(ProjectRef),
  }),
  output: T.Object({
    base: described(Base, "The base"),
    property: described(Property, "The property"),
    report: described(Report, "Effect on rows, charts and views"),
    ...envelope,
    consoleUrl: hidden(T.String({ description: "Address of the base in the console; empty without a console" })),
  }),
  errors: [
    BaseNotFound,
    BaseAmbiguous,
    BaseArchived,
    ProjectNotFound,
    PropertyNotFound,
    PropertyAmbiguous,
    PropertyNotDeleted,
    KeyTaken,
    SchemaVersionMismatch,
    UnknownConsole,
  ],
  examples: [{ title: "Restore a property by key", input: { base: "leads", prop: "worth" } }],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, prop, console, expectedSchemaVersion, project }) {
    assertConsole(ctx, console);
    const base = await openBaseOf(ctx, ref, project);
    const schema = await schemaOf(ctx.store, base.id);
    assertVersion(schema, expectedSchemaVersion);
    // If a live property has the key, that is the error to report, even if several deleted properties have it too.
    if (deletedOf(schema).some(({ key }) => key === prop)) assertKeyIsFree(schema, prop);
    const { id, key } = deletedPropertyOf(schema, prop);
    assertKeyIsFree(schema, key);
    return { summary: `Restore the property "${key}" of the base "${base.slug}"`, baseId: base.id, propertyId: id };
  },
  undo: (_ctx, { baseId: base, propertyId: prop }) => ({ operation: "bases.props.delete", input: { base, prop } }),
  async execute(ctx, { baseId, propertyId }) {
    const { store, emit } = ctx;
    const before = await schemaOf(store, baseId);
    const deleted = propertyOf(before, propertyId);
    const properties = withPosition(
      before.properties,
      omitUndefined({ ...deleted, deletedAt: undefined }),
      deleted.position,
    );
    const { base, schema } = await advance(ctx, await openBaseOf(ctx, baseId), before, properties);
    const property = showProperty(propertyOf(schema, propertyId), properties);
    // The counts are only informative, so a concurrent change must not cause a conflict.
    const report = await reportOf(store.unchecked, before, deleted);
    emit(propertyRestored, { baseId, schemaVersion: schema.version, property, report });
    return { base: await showBase(ctx, base), property, report, consoleUrl: "", ...(await envelopeOf(ctx, base)) };
  },
});

/** A caller that means a base on another gateway must not change a base with the same name here. */
function assertConsole({ config }: Pick<BaseContext, "config">, console: string | undefined): void {
  if (console === undefined) return;
  const isSame = URL.canParse(console) && new URL(console).origin === new URL(config.address).origin;
  if (!isSame) throw UnknownConsole({ console, known: config.address });
}

import type { Transacting } from "@postern/core";
import { isoOf } from "../base.ts";
import { type BaseRecord, bases, type PropertyRecord, type SchemaRecord, schemas } from "../collections.ts";
import { KeyTaken, SchemaVersionMismatch } from "../errors.ts";
import { liveOf } from "./find.ts";

/** Rejects a change that was decided on another version of the schema. */
export function assertVersion({ version }: SchemaRecord, expected: number | undefined): void {
  if (expected !== undefined && expected !== version) throw SchemaVersionMismatch({ expected, schemaVersion: version });
}

export function assertKeyIsFree(schema: SchemaRecord, key: string, self?: string): void {
  const holder = liveOf(schema).find((property) => property.key === key && property.id !== self);
  if (holder) throw KeyTaken({ key, propertyId: holder.id });
}

/** Writes the next version of a schema and its base. */
export async function advance(
  { store, now }: Pick<Transacting, "store" | "now">,
  base: BaseRecord,
  schema: SchemaRecord,
  properties: readonly PropertyRecord[],
): Promise<{ base: BaseRecord; schema: SchemaRecord }> {
  const next = { ...schema, version: schema.version + 1, properties: [...properties] };
  const changed = { ...base, version: base.version + 1, updatedAt: isoOf(now) };
  await store.put(schemas, next);
  await store.put(bases, changed);
  return { base: changed, schema: next };
}

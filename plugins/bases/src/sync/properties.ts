import { omitUndefined, type Reads, type Static, T, type Transacting } from "@postern/core";
import { storedMembers } from "@postern/kit/fields";
import { defineSyncKind, dependencyMissing } from "@postern/kit/sync";
import { type BaseRecord, bases, type PropertyRecord, type SchemaRecord, schemas } from "../collections.ts";
import { Config } from "../config-schemas.ts";
import { propertyCreated, propertyDeleted, propertyPurged, propertyRestored, propertyUpdated } from "../events.ts";
import { mayChangeApprovers } from "../rows/decide.ts";
import { advance } from "../schema/change.ts";
import { showProperty } from "../schema/configure.ts";
import { liveOf } from "../schema/find.ts";
import { renumbered } from "../schema/position.ts";
import { purge } from "../schema/purge.ts";
import { ranked } from "../schema/rank.ts";
import { Description, Key, Name, Property } from "../schemas.ts";
import { upkeep } from "../upkeep.ts";
import { BaseId } from "./bases.ts";

const { position: _position, ...travels } = storedMembers(Property.properties);

/** A property as linked gateways exchange it. Its rank determines its position. */
const SyncedProperty = T.Object(
  {
    ...travels,
    config: Config,
    baseId: BaseId,
    id: T.String({ pattern: "^prop_[0-9a-f]{24}$" }),
    key: Key,
    name: Name,
    description: T.Optional(Description),
    rank: T.String({ pattern: "^[0-9a-z]{0,254}[1-9a-z]$" }),
  },
  { additionalProperties: false },
);
type SyncedProperty = Static<typeof SyncedProperty>;

/** Schemas read at a time: each has up to 200 properties. */
const SCHEMAS = 20;

export const syncedProperties = defineSyncKind({
  name: ["baseId", "id"],
  schema: SyncedProperty,
  async read(store, baseId = "", id = "") {
    const schema = await store.get(schemas, baseId);
    const property = schema && ranks(schema.properties).find((one) => one.id === id);
    if (!property) return undefined;
    const { position: _position, former: _former, ...fields } = property;
    return { baseId, ...fields };
  },
  async list(store, { limit, ...after }) {
    const { items, next } = await store.find(schemas, { ...after, limit: Math.ceil(limit / SCHEMAS) });
    const names = items.flatMap(({ baseId, properties }) => properties.map(({ id }) => [baseId, id]));
    return { names, ...(next !== undefined && { next }) };
  },
  /** Only approvers may change approvers. Otherwise a peer could become an approver. */
  async permits({ store, caller }, { baseId, id, type, config }) {
    const before = (await store.get(schemas, baseId))?.properties.find((one) => one.id === id);
    return !before || mayChangeApprovers(caller, before, { type, config });
  },
  put,
  async remove(ctx, baseId = "", id = "") {
    const { base, schema } = await baseAndSchemaOf(ctx.store, baseId);
    const property = schema.properties.find((one) => one.id === id);
    if (!property) return;
    const after = await purge(ctx, base, schema, id);
    const data = { baseId, schemaVersion: after.schema.version, property: showProperty(property, schema.properties) };
    ctx.emit(propertyPurged, data);
  },
});

async function baseAndSchemaOf(store: Reads, baseId: string): Promise<{ base: BaseRecord; schema: SchemaRecord }> {
  const [base, schema] = [await store.get(bases, baseId), await store.get(schemas, baseId)];
  if (!base || !schema) throw dependencyMissing(["base", baseId]);
  return { base, schema };
}

async function put(ctx: Transacting, { baseId, ...record }: SyncedProperty): Promise<void> {
  const { emit } = ctx;
  const current = await baseAndSchemaOf(ctx.store, baseId);
  const before = current.schema.properties.find(({ id }) => id === record.id);
  const version = current.schema.version + 1;
  const { key, others } = withItsKey(current.schema, record);
  const isConverted = before !== undefined && before.type !== record.type;
  const former = isConverted
    ? [...(before.former ?? []), { type: before.type, config: before.config, until: version }]
    : before?.former;
  const property: PropertyRecord = omitUndefined({
    ...record,
    key,
    position: before?.position ?? others.length,
    former,
  });
  const { base, schema } = await advance(ctx, current.base, current.schema, among(others, property));
  if (isConverted)
    await upkeep.add(ctx, { base: base.id, property: record.id, kind: "convert", schemaVersion: schema.version });
  const kept = schema.properties.find(({ id }) => id === record.id) ?? property;
  const data = { baseId, schemaVersion: schema.version, property: showProperty(kept, schema.properties) };
  const [was, is] = [before?.deletedAt !== undefined, record.deletedAt !== undefined];
  if (!before) emit(propertyCreated, data);
  else if (was !== is) emit(is ? propertyDeleted : propertyRestored, data);
  else emit(propertyUpdated, data);
}

/** The properties with a new or changed one. Properties with the same rank are sorted by id. */
function among(others: readonly PropertyRecord[], one: PropertyRecord): PropertyRecord[] {
  const all = ranks([...others.filter(({ id }) => id !== one.id), one]);
  const isLive = ({ deletedAt }: PropertyRecord) => deletedAt === undefined;
  const live = all
    .filter(isLive)
    .toSorted((a, b) => (a.rank === b.rank ? (a.id < b.id ? -1 : 1) : a.rank < b.rank ? -1 : 1));
  return renumbered([...live, ...all.filter((other) => !isLive(other))]);
}

/** The properties with their ranks, which properties of old bases do not have. */
const ranks = (properties: readonly PropertyRecord[]) => [
  ...ranked(liveOf({ properties: [...properties] })),
  ...ranked(properties.filter(({ deletedAt }) => deletedAt !== undefined)),
];

/** Keys are unique among live properties. If two were created with the same key, the one with the lower id keeps it. */
function withItsKey(
  schema: SchemaRecord,
  { id, key, deletedAt }: Pick<PropertyRecord, "id" | "key" | "deletedAt">,
): { key: string; others: PropertyRecord[] } {
  const holder = liveOf(schema).find((one) => one.key === key && one.id !== id);
  if (!holder || deletedAt !== undefined) return { key, others: schema.properties };
  if (holder.id < id) return { key: ownKey(key, id), others: schema.properties };
  const renamed = { ...holder, key: ownKey(key, holder.id) };
  return { key, others: schema.properties.map((one) => (one === holder ? renamed : one)) };
}

/** The same on every gateway, and unique. */
const ownKey = (key: string, id: string): string => `${key.slice(0, 54)}_${id.slice(-8)}`;

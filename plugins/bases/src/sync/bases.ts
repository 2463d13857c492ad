import { omitUndefined, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, portionOf } from "@postern/kit/sync";
import { eventBase, isoOf } from "../base.ts";
import { type BaseRecord, bases, LOCAL, schemas } from "../collections.ts";
import { baseArchived, baseCreated, baseUnarchived, baseUpdated } from "../events.ts";
import { Base, Description, Icon, Name, Slug, Timezone } from "../schemas.ts";

export const BaseId = T.String({ pattern: "^base_[0-9a-f]{24}$" });

/** A base as linked gateways exchange it. Its project and its counts of changes stay local. */
const SyncedBase = T.Object(
  {
    id: BaseId,
    name: Name,
    slug: Slug,
    description: T.Optional(Description),
    icon: T.Optional(Icon),
    status: Base.properties.status,
    timezone: T.Optional(Timezone),
    createdAt: Base.properties.createdAt,
  },
  { additionalProperties: false },
);
type SyncedBase = Static<typeof SyncedBase>;

export const syncedBases = defineSyncKind({
  name: ["id"],
  schema: SyncedBase,
  async read(store, at = "") {
    const base = await store.get(bases, at);
    if (!base) return undefined;
    const { id, name, slug, description, icon, status, timezone, createdAt } = base;
    return omitUndefined({ id, name, slug, description, icon, status, timezone, createdAt });
  },
  list: (store, portion) => portionOf(store, bases, portion, ({ id }) => [id]),
  put,
});

async function put(ctx: Transacting, record: SyncedBase): Promise<void> {
  const { store, now, emit } = ctx;
  const before = await store.get(bases, record.id);
  const { projectId, organizationId, version = 0 } = before ?? {};
  const slug = await slugOf(ctx, record, projectId);
  const kept = { projectId, organizationId, version: version + 1, updatedAt: isoOf(now) };
  const base: BaseRecord = omitUndefined({ ...record, slug, ...kept });
  await store.put(bases, base);
  if (!before) await store.put(schemas, { baseId: base.id, version: 1, properties: [] });
  const data = { base: await eventBase(store, base) };
  if (!before) emit(baseCreated, data);
  else if (before.status !== base.status) emit(base.status === "archived" ? baseArchived : baseUnarchived, data);
  else emit(baseUpdated, data);
}

/** Slugs are unique in a project. If two bases were created with the same slug, the one with the lower id keeps it. */
async function slugOf(ctx: Transacting, { id, slug }: SyncedBase, projectId = LOCAL): Promise<string> {
  const { store, now, emit } = ctx;
  const other = await store.one(bases, "bySlug", slug, projectId);
  if (!other || other.id === id) return slug;
  if (other.id < id) return ownSlug(slug, id);
  const changed = { version: other.version + 1, updatedAt: isoOf(now) };
  const renamed = { ...other, slug: ownSlug(slug, other.id), ...changed };
  await store.put(bases, renamed);
  emit(baseUpdated, { base: await eventBase(store, renamed) });
  return slug;
}

/** The same on every gateway, and unique. */
const ownSlug = (slug: string, id: string): string => `${slug.slice(0, 50)}-${id.slice(-8)}`;

import { defineCollection, defineCounter, type Static, T } from "@postern/core";
import { storedMembers } from "@postern/kit/fields";
import { nameKey } from "@postern/kit/paging";
import { Config } from "./config-schemas.ts";
import { Base, Filter, Property, Type } from "./schemas.ts";
import { sortKeysOf } from "./sort-keys.ts";

const { rowCount: _rows, capabilities: _capabilities, schemaVersion: _schema, ...ofBase } = Base.properties;
const BaseRecord = T.Object(storedMembers(ofBase));
export type BaseRecord = Static<typeof BaseRecord>;

/** The project of bases that belong to no project, in keys and answers. */
export const LOCAL = "local";

export const bases = defineCollection("bases.base", {
  schema: BaseRecord,
  key: ({ id }) => [id],
  indexes: {
    bySlug: ({ slug, projectId = LOCAL }) => [slug, projectId],
    byFoldedSlug: ({ slug }) => nameKey(slug),
    byName: ({ name }) => nameKey(name),
    byStatus: ({ status }) => [status],
    byProject: ({ projectId = LOCAL, status }) => [projectId, status],
  },
  unique: ["bySlug"],
});

const PropertyRecord = T.Object({
  ...storedMembers(Property.properties),
  config: Config,
  /** Sort key among the other properties, compared as text. */
  rank: T.Optional(T.String()),
  /** Earlier types, while not all rows are converted: rows written before schema version `until` hold such values. */
  former: T.Optional(T.Array(T.Object({ type: Type, config: Config, until: T.Integer() }))),
});
export type PropertyRecord = Static<typeof PropertyRecord>;

/** All properties of a base are one record: writing a row depends on the whole schema and reads it in one get. */
const SchemaRecord = T.Object({ baseId: T.String(), version: T.Integer(), properties: T.Array(PropertyRecord) });
export type SchemaRecord = Static<typeof SchemaRecord>;

export const schemas = defineCollection("bases.schema", { schema: SchemaRecord, key: ({ baseId }) => [baseId] });

const RowRecord = T.Object({
  id: T.String(),
  baseId: T.String(),
  /** By property id. Values of deleted properties stay until the property is purged. */
  values: T.Record(T.String(), T.Unknown()),
  version: T.Integer(),
  /** The schema version that the values fit. */
  schema: T.Integer(),
  createdAt: T.String(),
  updatedAt: T.String(),
  createdBy: T.String(),
  archivedAt: T.Optional(T.String()),
  /** The caller's idempotency key, and a digest of the values sent with it. */
  clientKey: T.Optional(T.String()),
  asked: T.Optional(T.String()),
  /** The import that created the row. */
  importId: T.Optional(T.String()),
});
export type RowRecord = Static<typeof RowRecord>;

export const statusOf = ({ archivedAt }: { archivedAt?: string }) => (archivedAt === undefined ? "active" : "archived");

export const rows = defineCollection("bases.row", {
  schema: RowRecord,
  key: ({ id }) => [id],
  indexes: {
    byBase: (row) => [row.baseId, statusOf(row)],
    byUpdated: (row) => [row.baseId, statusOf(row), row.updatedAt],
    byValue: (row) =>
      Object.entries(row.values).flatMap(([property, value]) =>
        sortKeysOf(value).map((sortKey) => [row.baseId, statusOf(row), property, sortKey]),
      ),
    byImport: ({ importId, version }) =>
      importId === undefined ? undefined : [importId, version === 1 ? "as made" : "changed"],
    byClient: ({ baseId, clientKey }) => (clientKey === undefined ? undefined : [baseId, clientKey]),
  },
  unique: ["byClient"],
});

/** Number of rows of a base, by status. */
export const rowCount = defineCounter("bases.rows");
/** Number of active rows that have a value, by base and property. */
export const filled = defineCounter("bases.filled");

export const views = defineCollection("bases.view", {
  schema: T.Object({
    id: T.String(),
    baseId: T.String(),
    name: T.String(),
    /** Property ids, as in `filter` and `sort`, so that a view survives renamed and restored properties. */
    properties: T.Array(T.String()),
    filter: T.Optional(Filter),
    sort: T.Optional(T.Array(T.String())),
    createdAt: T.String(),
    updatedAt: T.String(),
  }),
  key: ({ baseId, id }) => [baseId, id],
  indexes: { byName: ({ baseId, name }) => [baseId, name] },
  unique: ["byName"],
});
export type ViewRecord = Static<(typeof views)["schema"]> & {
  id: string;
  baseId: string;
  name: string;
  properties: string[];
  filter?: Static<typeof Filter>;
  sort?: string[];
  createdAt: string;
  updatedAt: string;
};

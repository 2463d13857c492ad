import { defineCollection, type Static, T } from "@postern/core";
import { kept } from "@postern/core/fields";
import { Manifest, ProjectOf, PublishedFile, Publisher, VersionOf } from "./schemas.ts";

/** Stands for no project in keys. */
export const ORG = "org";

const ItemRecord = T.Object({
  /** `org`, or the id of a project: a project's slug may change, and what it holds stays. */
  place: T.String(),
  slug: T.String(),
  /** The project as it was when this was published; asked for anew where projects can be asked. */
  project: T.Optional(ProjectOf),
  ...kept(Manifest),
  version: T.Integer(),
  contentHash: T.String(),
  publishedAt: T.String(),
  publishedBy: Publisher,
  updatedAt: T.String(),
  archivedAt: T.Optional(T.String()),
});
export type ItemRecord = Static<typeof ItemRecord>;

export const standing = ({ archivedAt }: { archivedAt?: string }) => (archivedAt === undefined ? "live" : "archived");

export const items = defineCollection("widgets.item", {
  schema: ItemRecord,
  key: ({ place, slug }) => [place, slug],
  indexes: {
    byStanding: (item) => [standing(item)],
    byPlace: (item) => [item.place, standing(item)],
  },
});

const VersionRecord = T.Object({ place: T.String(), slug: T.String(), ...kept(VersionOf.properties) });
export type VersionRecord = Static<typeof VersionRecord>;

export const versions = defineCollection("widgets.version", {
  schema: VersionRecord,
  key: ({ place, slug, version }) => [place, slug, version],
});

/** What files a content hash stands for: apart from the versions, which are listed without, and may share it. */
export const contents = defineCollection("widgets.content", {
  schema: T.Object({ contentHash: T.String(), files: T.Array(PublishedFile) }),
  key: ({ contentHash }) => [contentHash],
  // A blob's name is the digest of its bytes, so this tells which blobs are still needed.
  indexes: { byBlob: ({ files }) => [...new Set(files.map(({ sha256 }) => sha256))].map((name) => [name]) },
});

/** What tickets are signed with, in every process that serves this store. One record, under `name`. */
export const signing = defineCollection("widgets.signing", {
  schema: T.Object({ name: T.String(), secret: T.String() }),
  key: ({ name }) => [name],
});

import { defineCollection, type Static, T } from "@postern/core";
import { storedMembers } from "@postern/kit/fields";
import { defineSigningSecret } from "@postern/kit/sealing";
import { Manifest, ProjectOf, PublishedFile, Publisher, VersionOf } from "./schemas.ts";

/** The place of widgets that belong to the organization. */
export const ORG = "org";

const ItemRecord = T.Object({
  /** `org`, or the id of a project: its slug may change. */
  place: T.String(),
  slug: T.String(),
  /** The project at the time of publishing. Used if projects are not available. */
  project: T.Optional(ProjectOf),
  ...storedMembers(Manifest),
  version: T.Integer(),
  contentHash: T.String(),
  publishedAt: T.String(),
  publishedBy: Publisher,
  updatedAt: T.String(),
  archivedAt: T.Optional(T.String()),
});
export type ItemRecord = Static<typeof ItemRecord>;

export const statusOf = ({ archivedAt }: { archivedAt?: string }) => (archivedAt === undefined ? "live" : "archived");

export const items = defineCollection("widgets.item", {
  schema: ItemRecord,
  key: ({ place, slug }) => [place, slug],
  indexes: {
    byStanding: (item) => [statusOf(item)],
    byPlace: (item) => [item.place, statusOf(item)],
  },
});

const VersionRecord = T.Object({ place: T.String(), slug: T.String(), ...storedMembers(VersionOf.properties) });
export type VersionRecord = Static<typeof VersionRecord>;

export const versions = defineCollection("widgets.version", {
  schema: VersionRecord,
  key: ({ place, slug, version }) => [place, slug, version],
});

/**
 * The files of a content hash. They are not part of the versions, which are listed without files and may share them.
 */
export const contents = defineCollection("widgets.content", {
  schema: T.Object({ contentHash: T.String(), files: T.Array(PublishedFile) }),
  key: ({ contentHash }) => [contentHash],
  // The name of a blob is its SHA-256, so this index shows which blobs are in use.
  indexes: { byBlob: ({ files }) => [...new Set(files.map(({ sha256 }) => sha256))].map((name) => [name]) },
});

/** The secret that signs tickets and uploaded parts. */
export const signings = defineSigningSecret("widgets.signing");

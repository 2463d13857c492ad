import { type Blobs, defineCollection, type Static, T } from "@postern/core";

export type BlobReads = Pick<Blobs, "read" | "size">;

/** The longest part that can be uploaded, in bytes. */
export const PART_BYTES = 4 * 2 ** 20;

export const Parts = T.Array(
  T.String({ pattern: "^[0-9a-f]{64}$", description: "Name of a part, as returned by bases.imports.upload" }),
  {
    minItems: 1,
    // Each part has an index entry in one commit.
    maxItems: 10_000,
    description: "The file in parts, in order, which were uploaded to this base with bases.imports.upload",
  },
);

/** A part that was uploaded to a base. It can be imported there until it is removed. */
export const importParts = defineCollection("bases.importPart", {
  schema: T.Object({ baseId: T.String(), blob: T.String(), size: T.Integer(), uploadedAt: T.String() }),
  key: ({ baseId, blob }) => [baseId, blob],
  indexes: { byBlob: ({ blob }) => [blob], byTime: ({ uploadedAt }) => [uploadedAt] },
});

/** The file of an import, while it is needed. Apart from the import, which is written with every portion. */
const FileRecord = T.Object({
  importId: T.String(),
  parts: T.Array(T.String()),
  isWellFormed: T.Boolean(),
});
export type FileRecord = Static<typeof FileRecord>;

export const importFiles = defineCollection("bases.importFile", {
  schema: FileRecord,
  key: ({ importId }) => [importId],
  indexes: { byBlob: ({ parts }) => [...new Set(parts)].map((part) => [part]) },
});

/** The bytes of parts, one part in memory at a time. */
export async function* readParts(blobs: BlobReads, parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    const bytes = await blobs.read(part);
    if (!bytes) throw new Error(`The part ${part} of the file no longer exists`);
    yield bytes;
  }
}

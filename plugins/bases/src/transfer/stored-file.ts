import type { Reads, Transacting } from "@postern/core";
import { hasSurrogates } from "./csv/wtf8.ts";
import { type ImportFile, only, type SentFile } from "./file.ts";
import type { ImportRecord } from "./import.ts";
import { type BlobReads, importFiles, readParts } from "./parts.ts";

/** Keeps the file of an import until `dropFile`. */
export async function keepFile(
  { store, blobs }: Pick<Transacting, "store"> & { blobs: { write(bytes: Uint8Array): Promise<string> } },
  importId: string,
  { parts, isWellFormed, chunks }: SentFile,
): Promise<void> {
  const kept = [...(parts ?? [])];
  if (!parts) for await (const chunk of chunks()) kept.push(await blobs.write(chunk));
  await store.put(importFiles, { importId, parts: kept, isWellFormed });
}

export const dropFile = async ({ store }: Pick<Transacting, "store">, importId: string): Promise<void> =>
  store.delete(importFiles, importId);

/** The file of an import. Undefined if it no longer exists. */
export async function storedFile(
  { store, blobs }: { readonly store: Reads; readonly blobs: BlobReads },
  { id, format, blob }: ImportRecord,
): Promise<ImportFile | undefined> {
  const file = await store.get(importFiles, id);
  if (file) {
    const { parts, isWellFormed } = file;
    for (const part of parts) if ((await blobs.size(part)) === undefined) return undefined;
    return { format, isWellFormed, chunks: () => readParts(blobs, parts) };
  }
  // An import that an earlier version started has its file in one blob.
  const bytes = blob === undefined ? undefined : await blobs.read(blob);
  if (!bytes) return undefined;
  return {
    format,
    isWellFormed: !hasSurrogates(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
    chunks: () => only(bytes),
  };
}

import { gatewayErrors, type Reads } from "@postern/core";
import { csvBytes, decoded } from "./content.ts";
import { utf8Only } from "./csv/utf8.ts";
import { isWellFormed } from "./csv/wtf8.ts";
import { contentFault } from "./header.ts";
import { MAX_BYTES } from "./line.ts";
import { type BlobReads, importParts, readParts } from "./parts.ts";
import { assertSafeArchive } from "./xlsx/archive.ts";

/** A file to import. Only XLSX files are held in memory as a whole. */
export interface ImportFile {
  readonly format: "csv" | "xlsx";
  /** Whether the text of a CSV file has no lone surrogates. */
  readonly isWellFormed: boolean;
  /** The bytes from the beginning. */
  chunks(): AsyncIterable<Uint8Array>;
}

export interface SentFile extends ImportFile {
  /** In bytes. */
  readonly size: number;
  /** The names of the parts, if the file was uploaded in parts. */
  readonly parts?: readonly string[];
}

interface Sent {
  readonly format: "csv" | "xlsx";
  readonly content?: string | undefined;
  readonly parts?: readonly string[] | undefined;
}
interface Place {
  readonly store: Reads;
  readonly blobs: BlobReads;
}

/** The file that a caller sends, as content or in parts. Throws a 400 error for a file that is not valid. */
export async function sentFile(place: Place, baseId: string, { format, content = "", parts }: Sent): Promise<SentFile> {
  const sent = parts ? await partsFile(place, baseId, format, parts) : textFile(format, content);
  if (format === "csv") return sent;
  const bytes = await joined(sent.chunks());
  assertSafeArchive(bytes);
  return { ...sent, size: bytes.length, chunks: () => only(bytes) };
}

function textFile(format: ImportFile["format"], content: string): SentFile {
  const chunks = () => (format === "csv" ? csvBytes(content) : decoded(content));
  return { format, size: Buffer.byteLength(content), isWellFormed: isWellFormed(content), chunks };
}

async function partsFile(
  { store, blobs }: Place,
  baseId: string,
  format: ImportFile["format"],
  parts: readonly string[],
): Promise<SentFile> {
  let size = 0;
  for (const [at, part] of parts.entries()) {
    const found = await store.get(importParts, baseId, part);
    if (!found || (await blobs.size(part)) === undefined) throw notUploaded(at);
    size += found.size;
  }
  const chunks = () => (format === "csv" ? utf8Only(readParts(blobs, parts)) : readParts(blobs, parts));
  return { format, size, isWellFormed: true, parts, chunks };
}

function notUploaded(at: number) {
  const message = "was not uploaded to this base within the last day; upload it with bases.imports.upload";
  return gatewayErrors.InvalidInput({ issues: [{ path: `/parts/${at}`, code: "part", message }] });
}

/** All bytes of an XLSX file. Throws a 400 error for a file that is too large. */
export async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    all.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) {
      throw contentFault("size", `is an XLSX file larger than ${MAX_BYTES} bytes; a CSV file may have any size`);
    }
  }
  return Buffer.concat(all);
}

export async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

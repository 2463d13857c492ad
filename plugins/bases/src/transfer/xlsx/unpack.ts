import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** Length of the end record, after which a comment of up to 64 KiB may follow. */
const END_LENGTH = 22;
const MAX_COMMENT = 0xffff;

/** A file in an archive, as the archive declares it. */
export interface Entry {
  readonly name: string;
  /** The declared decompressed size in bytes. */
  readonly size: number;
  readonly packedSize: number;
  readonly isStored: boolean;
  /** Where its local header is. */
  readonly at: number;
}

/** The list of an archive's files. Undefined if the bytes are not an archive. */
export interface EntryList {
  /** The declared number of files, which may be false. */
  readonly count: number;
  /** Whether the archive has one part, and fewer files and bytes than need 64 bits. */
  readonly isPlain: boolean;
  /** The files, in order. Undefined for an entry that is damaged. */
  entries(): Generator<Entry | undefined, void>;
}

/** Reads the list at the end of an archive. */
export function entryListOf(bytes: Uint8Array): EntryList | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  const isPlain = count !== 0xffff && start !== 0xffffffff && view.getUint16(end + 8, true) === count;
  return { count, isPlain, entries: () => entriesIn(bytes, view, { count, start, end }) };
}

function endOf(view: DataView): number | undefined {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT; at--) if (view.getUint32(at, true) === END) return at;
  return undefined;
}

function* entriesIn(
  bytes: Uint8Array,
  view: DataView,
  { count, start, end }: Record<"count" | "start" | "end", number>,
): Generator<Entry | undefined, void> {
  let at = start;
  for (let n = 0; n < count; n++) {
    if (at + 46 > end || view.getUint32(at, true) !== ENTRY) return yield undefined;
    const nameLength = view.getUint16(at + 28, true);
    yield {
      name: Buffer.from(bytes.subarray(at + 46, at + 46 + nameLength)).toString("utf8"),
      size: view.getUint32(at + 24, true),
      packedSize: view.getUint32(at + 20, true),
      isStored: view.getUint16(at + 10, true) === 0,
      at: view.getUint32(at + 42, true),
    };
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** The decompressed bytes of a file in an archive, in chunks, up to its declared size. Throws if it is damaged. */
export async function* unpacked(bytes: Uint8Array, entry: Entry): AsyncGenerator<Buffer, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const from = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(entry.packedSize, bytes.length - from));
  if (entry.isStored) return yield packed;
  let size = 0;
  for await (const chunk of Readable.from([packed]).pipe(createInflateRaw())) {
    size += (chunk as Buffer).length;
    if (size > entry.size) return;
    yield chunk as Buffer;
  }
}

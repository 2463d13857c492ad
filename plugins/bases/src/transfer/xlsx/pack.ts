import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;
/** 1 January 1980 as MS-DOS writes it: the same rows make the same file. */
const DATE = 0x21;
/** Larger files need another format. */
const MAX_SIZE = 0xffffffff;

/** A file for an archive. Its content is not held in memory before it is compressed. */
export interface FileContent {
  readonly name: string;
  readonly text: Iterable<string> | AsyncIterable<string>;
}

/** The file to create is too large: more than `most` bytes, or a file in it has more than 4 GiB. */
export class ArchiveTooLarge extends Error {
  override readonly name = "ArchiveTooLarge";
}

interface Packed {
  readonly name: string;
  readonly chunks: readonly Buffer[];
  /** Checksum, compressed size and size, as both headers of a file have them. */
  readonly sums: Buffer;
}

/** An archive of files, as its bytes. */
export async function pack(files: readonly FileContent[], most: number, signal: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let size = 0;
  for (const file of files) {
    const packed = await deflated(file, most - size, signal);
    const name = Buffer.from(packed.name);
    const shared = [numbers([2, VERSION], [2, 0], [2, DEFLATED], [2, 0], [2, DATE]), packed.sums];
    const lengths = numbers([2, name.length], [2, 0]);
    const all = [numbers([4, LOCAL]), ...shared, lengths, name, ...packed.chunks];
    // No comment, first part, no attributes.
    const place = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, size]);
    list.push(numbers([4, ENTRY], [2, VERSION]), ...shared, lengths, place, name);
    parts.push(...all);
    size += sizeOf(all);
  }
  const counts = numbers([2, 0], [2, 0], [2, files.length], [2, files.length]);
  return Buffer.concat([...parts, ...list, numbers([4, END]), counts, numbers([4, sizeOf(list)], [4, size], [2, 0])]);
}

async function deflated({ name, text }: FileContent, most: number, signal: AbortSignal): Promise<Packed> {
  let [sum, size, packedSize] = [0, 0, 0];
  const chunks: Buffer[] = [];
  async function* bytes() {
    for await (const piece of text) {
      const bytes = Buffer.from(piece);
      sum = crc32(bytes, sum);
      size += bytes.length;
      if (size > MAX_SIZE) throw new ArchiveTooLarge(`The file ${name} has more than ${MAX_SIZE} bytes`);
      yield bytes;
    }
  }
  async function collect(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      chunks.push(chunk);
      packedSize += chunk.length;
      if (packedSize > most) throw new ArchiveTooLarge(`The archive has more than ${most} bytes`);
    }
  }
  await pipeline(bytes, createDeflateRaw(), collect, { signal });
  return { name, chunks, sums: numbers([4, sum], [4, packedSize], [4, size]) };
}

const sizeOf = (parts: readonly Buffer[]): number => parts.reduce((size, { length }) => size + length, 0);

/** Unsigned numbers, each with its length in bytes. */
function numbers(...values: readonly (readonly [length: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((size, [length]) => size + length, 0));
  let at = 0;
  for (const [length, value] of values) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}

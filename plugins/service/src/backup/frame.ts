import { crc32 } from "node:zlib";
import type { Version } from "@postern/core/storage";
import { InvalidBackup } from "./invalid.ts";
import type { ByteReader } from "./source.ts";

/**
 * The format of a backup: a line that identifies it, then frames. Each frame consists of its kind (1 byte), the lengths
 * of a name and a value (4 bytes each, big-endian), the name, the value, and a CRC-32 of all of that. The first frame
 * is a header, then come records and blobs, then their counts, which reveals a truncated file. Format 2 ends with a
 * frame that contains the signature of everything before it; format 1 is not signed.
 */
export const magicOf = (format: 1 | 2): Buffer => Buffer.from(`postern backup ${format}\n`);
export const KINDS = { header: 1, record: 2, blob: 3, end: 9, signature: 10 } as const;
export type Kind = keyof typeof KINDS;
const HEAD = 9;
const MAX_VALUE = 2 ** 31 - 1;

export interface BackupHeader {
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** The version of the kernel that wrote it. */
  readonly version: string;
  /** The number of the last commit in it. */
  readonly number: Version;
}
export interface BackupCounts {
  readonly records: number;
  readonly blobs: number;
}

/** The parts of a frame, in order. */
export function frameOf(kind: Kind, name: string, value: Uint8Array): Buffer[] {
  if (value.length > MAX_VALUE) throw new RangeError(`A value of ${value.length} bytes does not fit into a backup`);
  const named = Buffer.from(name);
  const head = Buffer.alloc(HEAD);
  head.writeUInt8(KINDS[kind]);
  head.writeUInt32BE(named.length, 1);
  head.writeUInt32BE(value.length, 5);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(value, crc32(named, crc32(head))));
  return [head, named, Buffer.from(value.buffer, value.byteOffset, value.byteLength), check];
}

export interface FrameRead {
  readonly kind: number;
  readonly name: string;
  readonly value: Buffer;
  /** Its position in bytes. */
  readonly at: number;
  /** The whole frame, in order. */
  readonly bytes: readonly Buffer[];
}

/** Reads and checks the next frame. `size` is that of the whole backup: a length that exceeds it is an error. */
export async function readFrame(reader: ByteReader, size: number): Promise<FrameRead> {
  const at = reader.at();
  if (at + HEAD + 4 > size) throw new InvalidBackup("The backup is incomplete", at);
  const head = await reader.take(HEAD);
  if (head.length < HEAD) throw new InvalidBackup("The backup is incomplete", at);
  const [named, valued] = [head.readUInt32BE(1), head.readUInt32BE(5)];
  const length = named + valued + 4;
  if (at + HEAD + length > size) throw new InvalidBackup("The backup is incomplete or contains a wrong length", at);
  const rest = await reader.take(length);
  if (rest.length < length) throw new InvalidBackup("The backup is incomplete", at);
  const body = rest.subarray(0, -4);
  if (crc32(body, crc32(head)) !== rest.readUInt32BE(body.length)) throw new InvalidBackup("The backup is damaged", at);
  const name = body.subarray(0, named).toString();
  return { kind: head.readUInt8(), name, value: body.subarray(named), at, bytes: [head, rest] };
}

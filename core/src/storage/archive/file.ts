import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Version } from "../number.ts";
import type { Portion } from "./copy.ts";

/**
 * A backup in one file: a line that tells what it is, then frames. Each frame is its kind (1 byte), the lengths of a
 * name and a value (4 bytes each, big-endian), the name, the value, and a CRC-32 of all of that. The first is a header,
 * the last a count of all: a file that was cut short anywhere is known by it.
 */
const FIRST_LINE = "postern backup 1\n";
const MAGIC = Buffer.from(FIRST_LINE);
const KINDS = { header: 1, record: 2, blob: 3, end: 9 } as const;
type Kind = keyof typeof KINDS;
const HEAD = 9;
const MOST_VALUE = 2 ** 31 - 1;
const BUFFERED = 2 ** 20;

export interface BackupHeader {
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** The kernel that wrote it. */
  readonly version: string;
  /** Of the last commit in it. */
  readonly number: Version;
}
export interface BackupCounts {
  readonly records: number;
  readonly blobs: number;
}

/** What is wrong with a file that should be a backup. */
export class InvalidBackup extends Error {
  readonly code = "INVALID_BACKUP";
  /** In bytes from the beginning of the file. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(`${message}, at byte ${offset}`);
    this.name = "InvalidBackup";
    this.offset = offset;
  }
}

/** Writes frames to a file that is there already, empty. */
export async function createBackupWriter(file: FileHandle, header: BackupHeader) {
  let waiting: Buffer[] = [MAGIC];
  let size = MAGIC.length;
  let written = 0;
  const counts = { records: 0, blobs: 0 };

  async function flush(): Promise<void> {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    written += size;
    size = 0;
    await file.writev([bytes]);
  }

  async function frame(kind: Kind, name: string, value: Uint8Array): Promise<void> {
    const named = Buffer.from(name);
    if (value.length > MOST_VALUE) throw new RangeError(`A value of ${value.length} bytes does not fit into a backup`);
    const head = Buffer.alloc(HEAD);
    head.writeUInt8(KINDS[kind]);
    head.writeUInt32BE(named.length, 1);
    head.writeUInt32BE(value.length, 5);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(value, crc32(named, crc32(head))));
    waiting.push(head, named, Buffer.from(value.buffer, value.byteOffset, value.byteLength), check);
    size += HEAD + named.length + value.length + 4;
    if (size >= BUFFERED) await flush();
  }
  const json = (value: object) => Buffer.from(JSON.stringify(value));

  await frame("header", "", json(header));
  return {
    async record(key: string, value: string) {
      counts.records++;
      await frame("record", key, Buffer.from(value));
    },
    async blob(name: string, value: Uint8Array) {
      counts.blobs++;
      await frame("blob", name, value);
    },
    /** Ends the file and brings it to the disk; answers what is in it. */
    async end(): Promise<BackupCounts & { bytes: number }> {
      await frame("end", "", json(counts));
      await flush();
      await file.sync();
      return { ...counts, bytes: written };
    },
  };
}

type Frame =
  | { readonly kind: "record"; readonly name: string; readonly value: Buffer }
  | { readonly kind: "blob"; readonly name: string; readonly value: Buffer };

/** A backup that is open for reading. */
export interface Backup {
  readonly header: BackupHeader;
  /** Every frame, checked. Throws InvalidBackup at the first that is not what was written, or where the end is missing. */
  frames(): AsyncGenerator<Frame>;
  /** The records, for a store. */
  portions(): AsyncGenerator<Portion>;
  close(): Promise<void>;
}

/** Opens a backup, and reads its header. Throws InvalidBackup where the file is none. */
export async function openBackup(path: string): Promise<Backup> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const magic = await bytesAt(file, 0, Math.min(size, MAGIC.length));
    if (!magic.equals(MAGIC)) {
      const isOurs = magic.subarray(0, 15).equals(MAGIC.subarray(0, 15));
      throw new InvalidBackup(isOurs ? "A newer version has written this backup" : "This is no backup of Postern", 0);
    }
    const first = await frameAt(file, MAGIC.length, size);
    if (first.kind !== KINDS.header) throw new InvalidBackup("The header is missing", MAGIC.length);
    const header = JSON.parse(first.value.toString()) as BackupHeader;

    async function* frames(): AsyncGenerator<Frame> {
      const counts = { records: 0, blobs: 0 };
      let at = first.next;
      for (;;) {
        const { kind, name, value, next } = await frameAt(file, at, size);
        if (kind === KINDS.end) {
          const told = JSON.parse(value.toString()) as BackupCounts;
          if (told.records !== counts.records || told.blobs !== counts.blobs || next !== size)
            throw new InvalidBackup("The end does not fit what comes before it", at);
          return;
        }
        if (kind === KINDS.record) counts.records++;
        else if (kind === KINDS.blob) counts.blobs++;
        else throw new InvalidBackup("A part of an unknown kind", at);
        yield { kind: kind === KINDS.record ? "record" : "blob", name, value };
        at = next;
      }
    }

    async function* portions(): AsyncGenerator<Portion> {
      let entries: { key: string; value: string }[] = [];
      let text = 0;
      for await (const { kind, name, value } of frames()) {
        if (kind !== "record") continue;
        entries.push({ key: name, value: value.toString() });
        text += value.length;
        if (entries.length < 256 && text < BUFFERED) continue;
        yield { entries, damaged: [] };
        entries = [];
        text = 0;
      }
      yield { entries, damaged: [] };
    }
    return { header, frames, portions, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function frameAt(file: FileHandle, at: number, size: number) {
  if (at + HEAD + 4 > size) throw new InvalidBackup("The backup ends early", at);
  const head = await bytesAt(file, at, HEAD);
  const lengths = [head.readUInt32BE(1), head.readUInt32BE(5)] as const;
  const next = at + HEAD + lengths[0] + lengths[1] + 4;
  if (next > size) throw new InvalidBackup("The backup ends early, or a length in it is wrong", at);
  const rest = await bytesAt(file, at + HEAD, lengths[0] + lengths[1] + 4);
  const body = rest.subarray(0, -4);
  if (crc32(body, crc32(head)) !== rest.readUInt32BE(body.length)) throw new InvalidBackup("The backup is damaged", at);
  const name = body.subarray(0, lengths[0]).toString();
  return { kind: head.readUInt8(), name, value: body.subarray(lengths[0]), next };
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, at);
  return buffer.subarray(0, bytesRead);
}

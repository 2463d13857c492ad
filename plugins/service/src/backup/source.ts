import { open } from "node:fs/promises";
import { InvalidBackup } from "./invalid.ts";

/** The bytes of a backup, readable repeatedly from the start. */
export interface BackupSource {
  /** In bytes. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
  close(): Promise<void>;
}

const CHUNK = 2 ** 20;

export async function fileSource(path: string): Promise<BackupSource> {
  const file = await open(path, "r");
  const { size } = await file.stat();
  return {
    size,
    async *open() {
      for (let at = 0; at < size; ) {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at);
        if (bytesRead === 0) return;
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    close: () => file.close(),
  };
}

/** Reads bytes sequentially from a source. */
export interface ByteReader {
  /** Number of bytes read so far. */
  at(): number;
  /** The next `length` bytes; fewer only at the end. Throws InvalidBackup if the source is not readable. */
  take(length: number): Promise<Buffer>;
  end(): Promise<void>;
}

export async function readerOf(source: BackupSource): Promise<ByteReader> {
  const chunks = (await source.open())[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  let taken = 0;
  const next = () =>
    chunks.next().catch((error: unknown) => {
      throw new InvalidBackup(`The backup cannot be read (${error instanceof Error ? error.message : error})`, taken);
    });
  return {
    at: () => taken,
    async take(length) {
      if (held.length < length) {
        const parts: Uint8Array[] = [held];
        let found = held.length;
        while (found < length) {
          const { done, value } = await next();
          if (done) break;
          parts.push(value);
          found += value.length;
        }
        held = Buffer.concat(parts);
      }
      const bytes = held.subarray(0, length);
      held = held.subarray(bytes.length);
      taken += bytes.length;
      return bytes;
    },
    async end() {
      await chunks.return?.();
    },
  };
}

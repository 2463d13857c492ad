import type { Blobs } from "@postern/core";
import type { SoundRecord } from "./collections.ts";
import type { Sound } from "./schemas.ts";
import { speechError } from "./speech-error.ts";
import { bytesPerSecond, HEADER_BYTES, headerOf, type WavFormat } from "./wav.ts";

/** A stream of sound: samples for a WAV file if `wav` is set, otherwise a complete file. */
export interface SoundStream {
  readonly type: string;
  readonly wav?: WavFormat;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Bytes per blob. Long sounds are never held in memory as a whole, and a range reads only the blobs it needs. */
export const PART_BYTES = 2 ** 20;
const MEBIBYTES = 256;
const MAX_BYTES = MEBIBYTES * PART_BYTES;

/** Writes a stream to blobs. The caller must store the returned blob names. */
export async function storeSound(
  blobs: Blobs,
  { type, wav, chunks }: SoundStream,
): Promise<Sound & { parts: string[] }> {
  const head = wav ? HEADER_BYTES : 0;
  const parts: string[] = [];
  let part = Buffer.alloc(PART_BYTES);
  let first: Buffer | undefined;
  let filled = head;
  let bytes = head;

  /** The first part is written last, because the WAV header contains the total length. */
  async function put(): Promise<void> {
    if (first) parts.push(await blobs.write(part.subarray(0, filled)));
    else first = part.subarray(0, filled);
    part = Buffer.alloc(PART_BYTES);
    filled = 0;
  }

  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES)
      throw speechError("too_long", `The sound is larger than ${MEBIBYTES} MiB`, { isFinal: true });
    for (let at = 0; at < chunk.byteLength; ) {
      const taken = chunk.subarray(at, at + PART_BYTES - filled);
      part.set(taken, filled);
      filled += taken.byteLength;
      at += taken.byteLength;
      if (filled === PART_BYTES) await put();
    }
  }
  if (bytes === head) throw speechError("silent", "The text contains nothing that can be spoken", { isFinal: true });
  if (filled > 0) await put();
  if (wav) first?.set(headerOf(wav, bytes - head));
  parts.unshift(await blobs.write(first as Buffer));
  const seconds = wav && Math.round(((bytes - head) / bytesPerSecond(wav)) * 1_000) / 1_000;
  return { type, bytes, parts, ...(seconds !== undefined && { seconds }) };
}

/** Streams the bytes from `begin` (inclusive) to `end` (exclusive) on demand. */
export function readSound(blobs: Pick<Blobs, "read">, { parts }: SoundRecord, begin: number, end: number) {
  let at = begin;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at >= end) return controller.close();
        const number = Math.floor(at / PART_BYTES);
        const bytes = await blobs.read(parts[number] ?? "");
        if (!bytes) return controller.error(new Error("A part of the sound is missing"));
        const chunk = bytes.subarray(at - number * PART_BYTES, Math.min(bytes.byteLength, end - number * PART_BYTES));
        at += chunk.byteLength;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
}

import type { RequestOptions, Transport } from "../http/transport.ts";
import { encodeBase64 } from "./base64.ts";
import { callOperation } from "./call.ts";

/** The content of a file. */
export type UploadSource = string | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** The longest part, in bytes, that every operation for parts of files accepts. */
const PART_BYTES = 2 ** 20;
/** Parts in one request. */
const BATCH = 4;

/**
 * Sends a file in parts, and returns their names in order. It is read only as fast as the parts are sent. Each request
 * can be repeated safely, because parts are named by their content.
 */
export async function uploadParts(
  transport: Transport,
  id: string,
  source: UploadSource,
  fields: object = {},
  options: RequestOptions = {},
): Promise<string[]> {
  const names: string[] = [];
  let batch: string[] = [];
  const send = async () => {
    const answer = await callOperation(transport, id, { ...fields, parts: batch }, options);
    names.push(...(answer as { parts: string[] }).parts);
    batch = [];
  };
  for await (const part of partsOf(source)) {
    batch.push(encodeBase64(part));
    if (batch.length === BATCH) await send();
  }
  if (batch.length > 0) await send();
  return names;
}

/** The content in parts of the same size; the last one may be shorter. */
async function* partsOf(source: UploadSource): AsyncGenerator<Uint8Array, void> {
  let part = new Uint8Array(PART_BYTES);
  let length = 0;
  for await (const chunk of chunksOf(source)) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + PART_BYTES - length);
      part.set(taken, length);
      length += taken.length;
      at += taken.length;
      if (length < PART_BYTES) continue;
      yield part;
      part = new Uint8Array(PART_BYTES);
      length = 0;
    }
  }
  if (length > 0) yield part.subarray(0, length);
}

async function* chunksOf(source: UploadSource): AsyncGenerator<Uint8Array, void> {
  if (typeof source === "string") yield new TextEncoder().encode(source);
  else if (source instanceof Uint8Array) yield source;
  else if (source instanceof Blob) yield* chunksOf(source.stream());
  else if (source instanceof ReadableStream) yield* readChunks(source);
  else yield* source;
}

/** Not every browser can iterate over a stream. */
export async function* readChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

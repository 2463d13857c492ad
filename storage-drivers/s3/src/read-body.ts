import type { IncomingMessage } from "node:http";

const MAX_ERROR_BYTES = 64 * 1024;
const MAX_BYTES = 2 ** 31 - 1;

/** Reads a response: a value completely, into memory that is allocated once, and of an error only its beginning. */
export async function readBody(response: IncomingMessage, maxBytes = MAX_BYTES): Promise<Buffer> {
  const isFailure = (response.statusCode ?? 0) >= 400;
  const length = lengthOf(response);
  if (!isFailure && length !== undefined) return fill(response, length, maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // The rest of an error, and with it the connection, is discarded.
    if (isFailure && size >= MAX_ERROR_BYTES) break;
    if (size > maxBytes) throw tooLarge(maxBytes);
  }
  return Buffer.concat(chunks, size);
}

async function fill(response: IncomingMessage, length: number, maxBytes: number): Promise<Buffer> {
  if (length > maxBytes) throw tooLarge(maxBytes);
  const body = Buffer.allocUnsafe(length);
  let at = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) at += chunk.copy(body, at);
  if (at !== length) throw new Error(`the answer ended after ${at} of ${length} bytes`);
  return body;
}

function lengthOf({ headers }: IncomingMessage): number | undefined {
  const length = headers["content-length"];
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

const tooLarge = (maxBytes: number): Error => new Error(`the answer is longer than ${maxBytes} bytes`);

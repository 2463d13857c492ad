import { deserialize, serialize } from "node:v8";

/** Bytes of the length before each message. */
const HEADER = 4;

/** A message as bytes: its length, then its content. */
export function encodeFrame(message: unknown): Buffer {
  const content = serialize(message);
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(content.length);
  return Buffer.concat([header, content]);
}

/**
 * Returns a function that takes chunks of bytes and calls `take` with each complete message. It throws a RangeError for a
 * message longer than `most` bytes, before it is held in memory.
 */
export function createFrameReader(most: number, take: (message: unknown) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let size = 0;
  /** Length of the next message with its header, once known. */
  let next: number | undefined;
  const join = (): Buffer => {
    const [first = Buffer.alloc(0), ...others] = chunks;
    return others.length === 0 ? first : Buffer.concat(chunks, size);
  };
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= (next ?? HEADER)) {
      const bytes = join();
      if (next === undefined) {
        next = HEADER + bytes.readUInt32LE();
        if (next > most) throw new RangeError(`A message has ${next} bytes; the maximum is ${most}`);
        chunks = [bytes];
        continue;
      }
      const end = next;
      chunks = [bytes.subarray(end)];
      size = bytes.length - end;
      next = undefined;
      take(deserialize(bytes.subarray(HEADER, end)));
    }
  };
}

import type { Memory } from "./state.ts";

/** A line of the body, with its number from 1. A line without bytes was not kept. */
export interface ReadLine {
  readonly number: number;
  readonly bytes?: Buffer;
  /** Why it was not kept. */
  readonly fault?: "long" | "busy";
}

/** Up to this size in bytes, an incomplete line needs no reservation. */
const SMALL = 64 * 1024;
const NEWLINE = 0x0a;

/** Splits a body into its lines. Of an incomplete line at most `limit` bytes are kept. */
export function createLineReader(limit: number, memory: Memory) {
  let parts: Buffer[] = [];
  let size = 0;
  let reserved = 0;
  let number = 0;
  let fault: ReadLine["fault"];

  function keep(part: Buffer): void {
    if (fault !== undefined || part.length === 0) return;
    size += part.length;
    const more = Math.max(0, size - SMALL) - reserved;
    if (size > limit) drop("long");
    else if (more > 0 && !memory.take(reserved, more)) drop("busy");
    else {
      reserved += Math.max(0, more);
      parts.push(part);
    }
  }

  function drop(why?: ReadLine["fault"]): void {
    memory.release(reserved);
    [parts, size, reserved, fault] = [[], 0, 0, why];
  }

  /** The line that is complete now; undefined if it is blank. */
  function take(): ReadLine | undefined {
    number++;
    const line = fault === undefined ? { number, bytes: Buffer.concat(parts) } : { number, fault };
    drop();
    return line.bytes && isBlank(line.bytes) ? undefined : line;
  }

  return {
    *push(chunk: Buffer): Generator<ReadLine> {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        keep(chunk.subarray(from, at));
        from = at + 1;
        const line = take();
        if (line) yield line;
      }
      keep(chunk.subarray(from));
    },
    /** The line without a line break at the end of the body. */
    *end(): Generator<ReadLine> {
      const line = size > 0 || fault ? take() : undefined;
      if (line) yield line;
    },
    /** Releases the memory of an incomplete line. */
    close: () => drop(),
  };
}

const isBlank = (bytes: Buffer): boolean => bytes.length === 0 || (bytes.length < 8 && bytes.toString().trim() === "");

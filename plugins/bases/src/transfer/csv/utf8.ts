import { isUtf8 } from "node:buffer";
import { contentFault } from "../header.ts";

/** The same bytes, in chunks of whole characters. Throws a 400 error that names the line of the first invalid byte. */
export async function* utf8Only(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  const lines = lineCounter();
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = wholeCharacters(bytes);
    rest = bytes.subarray(whole.length);
    if (!isUtf8(whole)) throw notUtf8(lines(whole.subarray(0, validLength(whole))));
    lines(whole);
    yield whole;
  }
  if (rest.length > 0) throw notUtf8(lines(rest));
}

/** The bytes without a character at the end that is not complete. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

/** Where the first invalid character starts, or up to three bytes later, but on the same line. */
function validLength(bytes: Uint8Array): number {
  let [valid, invalid] = [0, bytes.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1;
    if (isUtf8(wholeCharacters(bytes.subarray(0, middle)))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

/** Counts the lines of a text in chunks, from 1, and returns the line where a chunk ends. */
function lineCounter(): (bytes: Uint8Array) => number {
  const [feed, carriageReturn] = [0x0a, 0x0d];
  let line = 1;
  let before = 0;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === carriageReturn || (byte === feed && before !== carriageReturn)) line++;
      before = byte;
    }
    return line;
  };
}

const notUtf8 = (line: number) =>
  contentFault("encoding", `is not UTF-8 text: line ${line} has an invalid character; save the file as UTF-8`);

/** A text may contain lone surrogates, which UTF-8 cannot encode. They are encoded like other characters (WTF-8). */
const SURROGATE = /\p{Surrogate}/gu;
const ANY_SURROGATE = /\p{Surrogate}/u;
const LEAD = 0xed;
/** The lowest second byte of a surrogate; valid UTF-8 with this lead has a lower one. */
const FIRST = 0xa0;

/** Whether a text can be encoded as UTF-8. */
export const isWellFormed = (text: string): boolean => !ANY_SURROGATE.test(text);

/** Encodes a text as UTF-8, and lone surrogates as WTF-8. */
export function encodeWtf8(text: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const { index } of text.matchAll(SURROGATE)) {
    const half = text.charCodeAt(index);
    parts.push(Buffer.from(text.slice(done, index), "utf8"));
    parts.push(Uint8Array.of(LEAD, 0x80 | ((half >> 6) & 0x3f), 0x80 | (half & 0x3f)));
    done = index + 1;
  }
  const rest = Buffer.from(text.slice(done), "utf8");
  return parts.length === 0 ? rest : Buffer.concat([...parts, rest]);
}

/** Whether the bytes contain a surrogate. */
export const hasSurrogates = (bytes: Buffer): boolean => nextSurrogate(bytes, 0) >= 0;

/** Decodes the bytes of `bytesOfText`. */
export function decodeWtf8(bytes: Buffer): string {
  let text = "";
  let done = 0;
  for (let at = nextSurrogate(bytes, 0); at >= 0; at = nextSurrogate(bytes, done)) {
    const half = 0xd000 | (((bytes[at + 1] as number) & 0x3f) << 6) | ((bytes[at + 2] as number) & 0x3f);
    text += bytes.toString("utf8", done, at) + String.fromCharCode(half);
    done = at + 3;
  }
  return text + bytes.toString("utf8", done);
}

function nextSurrogate(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(LEAD, from); at >= 0; at = bytes.indexOf(LEAD, at + 1))
    if ((bytes[at + 1] ?? 0) >= FIRST && at + 2 < bytes.length) return at;
  return -1;
}

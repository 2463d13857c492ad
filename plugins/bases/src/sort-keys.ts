/** The longest text in an index, in UTF-8 bytes. Even if escaping triples it, it fits into one part of a key. */
const MAX_BYTES = 56;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Text without accents. */
const ASCII = /^[\0-\x7f]*$/;

/** Removes case and accents, for comparisons. */
export function foldCase(text: string): string {
  const plain = ASCII.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.toLowerCase();
}

/**
 * The sort keys of a value: one for most values, one per option for several options. They depend on the value alone,
 * so the index needs no schema.
 */
export function sortKeysOf(value: unknown): string[] {
  if (typeof value === "number") return [sortKeyOfNumber(value)];
  if (typeof value === "boolean") return [value ? "1" : "0"];
  if (typeof value === "string") return [sortKeyOfText(value)];
  if (Array.isArray(value)) return value.flatMap(sortKeysOf);
  if (typeof value === "object" && value !== null && "status" in value) return sortKeysOf(value.status);
  return [];
}

/** Texts whose first 56 bytes are equal have the same sort key. */
export function sortKeyOfText(text: string): string {
  const plain = foldCase(text) || text;
  if (plain.length <= MAX_BYTES / 3) return plain;
  const bytes = encoder.encode(plain);
  if (bytes.length <= MAX_BYTES) return plain;
  let end = MAX_BYTES;
  while (((bytes[end] as number) & 0xc0) === 0x80) end--;
  return decoder.decode(bytes.subarray(0, end));
}

const view = new DataView(new ArrayBuffer(8));

/** 16 hex digits that sort like the numbers: the bits of the double, inverted if it is negative. */
export function sortKeyOfNumber(number: number): string {
  view.setFloat64(0, number === 0 ? 0 : number);
  const [high, low] = [view.getUint32(0), view.getUint32(4)];
  return number < 0 ? hex(~high) + hex(~low) : hex(high | 0x80000000) + hex(low);
}

/** 32 bits as 8 digits. */
const hex = (bits: number): string => (bits >>> 0).toString(16).padStart(8, "0");

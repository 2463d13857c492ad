/** The longest text in an index, in UTF-8 bytes. Even if escaping triples it, it fits into one part of a key. */
const MAX_BYTES = 56;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Removes case and accents, for comparisons. */
export function foldCase(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
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
  const bits = view.getBigUint64(0);
  const ordered = bits >> 63n ? ~bits & 0xffffffffffffffffn : bits | (1n << 63n);
  return ordered.toString(16).padStart(16, "0");
}

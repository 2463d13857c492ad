import { crc32 } from "node:zlib";

/** How many records a collection holds, and a digest of them that does not depend on their order. */
export interface Sum {
  readonly count: number;
  readonly digest: number;
}

/** The digest is a sum of the records' checksums; below this it stays exact. */
const MODULUS = 2 ** 48;
/** In characters; a driver keeps the sum under a key of its own, which has a limit. */
const LONGEST = 256;
const NOTHING: Sum = { count: 0, digest: 0 };

/** What a record is counted with: the first part of its key, which is its collection or the index of one. */
export function bucketOf(key: string): string {
  const end = key.indexOf("!:");
  return key.slice(0, end < 0 || end > LONGEST ? LONGEST : end);
}

/** The sum after what stands at a key has changed; null is nothing. */
export function changed(sum: Sum = NOTHING, key: string, before: string | null, after: string | null): Sum {
  const gone = before === null ? 0 : crc32(before, crc32(key));
  const come = after === null ? 0 : crc32(after, crc32(key));
  return {
    count: sum.count + (after === null ? 0 : 1) - (before === null ? 0 : 1),
    digest: (sum.digest + come - gone + MODULUS) % MODULUS,
  };
}

import { crc32 } from "node:zlib";
import { SEAL_LENGTH, sealOf } from "../storage/record.ts";

/** The number of records in a collection, and a digest that does not depend on their order. */
export interface Sum {
  readonly count: number;
  readonly digest: number;
}

/** The digest is a sum of checksums. Below this limit it is exact. */
const MODULUS = 2 ** 48;
/** In characters. A driver stores the sum under a key, whose length is limited. */
const MAX_LENGTH = 256;
/** The remainder of a number less than one modulus out of range, for a fraction of the cost of a division. */
const wrapped = (n: number): number => (n < 0 ? n + MODULUS : n < MODULUS ? n : n - MODULUS);

/** The first part of a key, by which records are counted: a collection or an index. */
export function bucketOf(key: string): string {
  const end = key.indexOf("!:");
  return key.slice(0, end < 0 || end > MAX_LENGTH ? MAX_LENGTH : end);
}

/** The sum after the value of a key has changed, by the checksums before and after. Null means absent. */
export function changed(sum: Sum = { count: 0, digest: 0 }, before: number | null, after: number | null): Sum {
  return {
    count: sum.count + (after === null ? 0 : 1) - (before === null ? 0 : 1),
    digest: wrapped(sum.digest + (after ?? 0) - (before ?? 0)),
  };
}

/** Checksum of a key and its stored value, continued from the checksum in the record instead of computed again. */
export function checksumOf(key: string, value: string): number {
  if (sealOf(value) !== "k") return crc32(value, crc32(key));
  const at = value.length - SEAL_LENGTH;
  return crc32(value.slice(at), Number.parseInt(value.slice(at + 6, -2), 16));
}

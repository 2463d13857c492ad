import { hash } from "node:crypto";
import type { Reads, Transacting } from "@postern/core";
import { sums, type TrackedRecord } from "../collections.ts";

/** Number of buckets into which a group's records are divided by the hash of their names. */
export const BUCKETS = 64;

type Counted = Pick<TrackedRecord, "domain" | "name"> & { readonly digest?: string | undefined };

export function bucketOf(name: readonly string[]): number {
  return bitsOf(name, 8) % BUCKETS;
}

/**
 * The checksum that a record adds to its bucket: 32 bits of the hash of name and content, 0 if removed. Exact for two
 * million records.
 */
export function sumOf({ name, digest }: Counted): number {
  if (digest === undefined) return 0;
  return bitsOf([name, digest], 32);
}

/** The first bits of the SHA-256 digest of a value's JSON, a multiple of four, as a number. */
const bitsOf = (value: unknown, bits: number): number =>
  Number.parseInt(hash("sha256", JSON.stringify(value), "hex").slice(0, bits / 4), 16);

/** Updates the checksum of a record's bucket in the caller's transaction; `counted` is its former checksum. */
export function updateSum({ store }: Pick<Transacting, "store">, record: Counted, counted = 0): number {
  const sum = sumOf(record);
  if (sum !== counted) store.add(sums, sum - counted, record.domain, bucketOf(record.name));
  return sum;
}

/** The checksums of all buckets of a group. They are stored with each change, so no record is read. */
export async function sumsOf(store: Reads, domain: string): Promise<number[]> {
  const found: number[] = [];
  for (let bucket = 0; bucket < BUCKETS; bucket++) found.push(await store.sum(sums, domain, bucket));
  return found;
}

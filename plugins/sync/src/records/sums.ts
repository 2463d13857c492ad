import { createHash } from "node:crypto";
import type { Reads, Transacting } from "@postern/core";
import { sums, type TrackedRecord } from "../collections.ts";

/** Parts of a group's records that are compared apart from each other, by what their names hash to. */
export const BUCKETS = 64;

type Counted = Pick<TrackedRecord, "domain" | "name"> & { readonly digest?: string | undefined };

export function bucketOf(name: readonly string[]): number {
  return (createHash("sha256").update(JSON.stringify(name)).digest()[0] as number) % BUCKETS;
}

/** What a record adds to its bucket: 32 bits of its name and content, 0 where it was removed. Two million sums stay exact. */
export function sumOf({ name, digest }: Counted): number {
  if (digest === undefined) return 0;
  return createHash("sha256")
    .update(JSON.stringify([name, digest]))
    .digest()
    .readUInt32BE();
}

/** Stages that a record counts as what it is now; `counted` is what it was counted with before. */
export function recount({ store }: Pick<Transacting, "store">, record: Counted, counted = 0): number {
  const sum = sumOf(record);
  if (sum !== counted) store.add(sums, sum - counted, record.domain, bucketOf(record.name));
  return sum;
}

/** The sums of all buckets of a group, kept with each change: nothing is read again to compare them. */
export async function sumsOf(store: Reads, domain: string): Promise<number[]> {
  const found: number[] = [];
  for (let bucket = 0; bucket < BUCKETS; bucket++) found.push(await store.sum(sums, domain, bucket));
  return found;
}

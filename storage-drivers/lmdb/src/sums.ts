import { bucketOf, changed, checksumOf, type Sum } from "@postern/core/verify";
import type { Transaction } from "lmdb";
import { FIRST, NUMBER, type Store } from "./folder.ts";

/**
 * Keys of the sums, one per collection and index, and of the last commit they include. They sort before the records.
 */
const HEAD = "!sum:";
const END = "!sum;";
const UP_TO = "!summed";

/** The sums of the stored records, updated within the write transaction. */
export interface Sums {
  /** The checksums of a value in this bucket before and after, null if absent. */
  change(bucket: string, before: number | null, after: number | null): void;
  /** Writes the changed sums. */
  write(number: number): void;
}

/**
 * Opens the sums for a group. If the last commit was written by an earlier version without sums, all records are
 * counted once, which takes about three seconds for a million records.
 */
export function openSums(db: Store, last: number): Sums {
  const sums = new Map<string, Sum>();
  let isCurrent = false;

  function update(): void {
    if (!isCurrent && db.get(UP_TO) !== String(last)) recount(db);
    isCurrent = true;
  }

  function sumOf(bucket: string): Sum | undefined {
    const known = sums.get(bucket);
    return known ?? decode(db.get(HEAD + bucket));
  }

  function recount(store: Store): void {
    for (const key of [...store.getKeys({ start: HEAD, end: END })]) store.removeSync(key);
    for (const { key, value } of store.getRange({ start: FIRST })) {
      sums.set(bucketOf(key), changed(sums.get(bucketOf(key)), null, checksumOf(key, value)));
    }
  }

  return {
    change(bucket, before, after) {
      update();
      sums.set(bucket, changed(sumOf(bucket), before, after));
    },
    write(number) {
      for (const [bucket, { count, digest }] of sums) db.putSync(HEAD + bucket, `${count} ${digest}`);
      db.putSync(UP_TO, String(number));
    },
  };
}

/** The current sums; undefined if the last commit was written by an earlier version. */
export function readSums(db: Store, transaction: Transaction): Map<string, Sum> | undefined {
  if (db.get(UP_TO, { transaction }) !== (db.get(NUMBER, { transaction }) ?? "0")) return undefined;
  const sums = new Map<string, Sum>();
  for (const { key, value } of db.getRange({ start: HEAD, end: END, transaction })) {
    sums.set(key.slice(HEAD.length), decode(value) as Sum);
  }
  return sums;
}

function decode(text: string | undefined): Sum | undefined {
  if (text === undefined) return undefined;
  const [count = Number.NaN, digest = Number.NaN] = text.split(" ").map(Number);
  return { count, digest };
}

import { asBytes, type RecentWrites, type ValueBytes } from "@postern/core/drivers";
import { type Batch, type Check, isSingleKey, materialize, type Version, versionOf } from "@postern/core/storage";
import { bucketOf, checksumOf } from "@postern/core/verify";
import { entriesIn, putValue } from "./compression.ts";
import type { DiskSpace } from "./disk-space.ts";
import { from, NUMBER, type Store } from "./folder.ts";
import { openSums } from "./sums.ts";

/**
 * Commits a group in one transaction: batches are validated and numbered in order, and become durable and visible
 * together. Must be synchronous, because only then a thrown error rolls back all writes of the group.
 */
export function apply(
  db: Store,
  batches: readonly Batch<ValueBytes>[],
  space: DiskSpace,
  recent: RecentWrites,
): (Version | false)[] {
  return recent.during(() =>
    db.transactionSync(() => {
      space.take(db, batches);
      const before = lastNumber(db);
      let number = before;
      recent.continueFrom(before);
      const sums = openSums(db, before);
      /** Values of this group that are read again, as counters are. */
      const values = new Map<string, string | null>();
      const read = (key: string): string | null => {
        let value = values.get(key);
        if (value === undefined) {
          value = db.get(key) ?? null;
          values.set(key, value);
        }
        return value;
      };

      const answers = batches.map(({ checks, writes, asOf, atLeast = 0 }) => {
        const absent = new Set<string>();
        for (const check of checks) {
          if (!recent.isUntouched(check, asOf) && !holds(db, check)) return false;
          if (check.found.length === 0 && isSingleKey(check)) absent.add(check.start);
        }
        if (writes.length === 0) return number;
        number = Math.max(number + 1, atLeast);
        for (const { key, value, isNew } of materialize(writes, number, read, asBytes)) {
          const old = isNew || absent.has(key) ? null : read(key);
          const bucket = bucketOf(key);
          sums.change(bucket, old === null ? null : checksumOf(key, old), value === null ? null : value.checksum);
          if (value === null) db.removeSync(key);
          else putValue(db, key, value.bytes);
          if (values.has(key)) values.set(key, value === null ? null : value.bytes.toString());
          recent.note(key, bucket, number);
        }
        return number;
      });
      if (number > before) {
        db.putSync(NUMBER, String(number));
        sums.write(number);
      }
      return answers;
    }),
  );
}

function lastNumber(db: Store): Version {
  const number = Number(db.get(NUMBER) ?? 0);
  if (!Number.isSafeInteger(number)) throw new Error("The number of the last commit is damaged");
  return number;
}

function holds(db: Store, check: Check): boolean {
  const { start, end, found } = check;
  if (isSingleKey(check)) return matches(db.get(start), found[0]?.version);
  let at = 0;
  for (const { key, value } of entriesIn(db, { start: from(start), end, limit: found.length + 1 })) {
    const expected = found[at++];
    if (key !== expected?.key || versionOf(value) !== expected.version) return false;
  }
  return at === found.length;
}

const matches = (text: string | undefined, version: Version | undefined): boolean =>
  text === undefined ? version === undefined : versionOf(text) === version;

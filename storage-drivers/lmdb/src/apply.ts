import { type Batch, type Check, isSingleKey, materialize, type Version, versionOf } from "@postern/core/storage";
import type { DiskSpace } from "./disk-space.ts";
import { from, NUMBER, type Store } from "./folder.ts";
import { openSums } from "./sums.ts";

/**
 * Commits a group in one transaction: batches are validated and numbered in order, and become durable and visible
 * together. Must be synchronous, because only then a thrown error rolls back all writes of the group.
 */
export function apply(db: Store, batches: readonly Batch[], space: DiskSpace): (Version | false)[] {
  return db.transactionSync(() => {
    space.take(db, batches);
    const before = lastNumber(db);
    let number = before;
    const sums = openSums(db, before);
    const read = (key: string): string | null => db.get(key) ?? null;
    const answers = batches.map(({ checks, writes, atLeast = 0 }) => {
      for (const check of checks) if (!holds(db, check)) return false;
      if (writes.length === 0) return number;
      number = Math.max(number + 1, atLeast);
      for (const { key, value } of materialize(writes, number, read)) {
        sums.change(key, read(key), value);
        if (value === null) db.removeSync(key);
        else db.putSync(key, value);
      }
      return number;
    });
    if (number > before) {
      db.putSync(NUMBER, String(number));
      sums.write(number);
    }
    return answers;
  });
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
  for (const { key, value } of db.getRange({ start: from(start), end, limit: found.length + 1 })) {
    const expected = found[at++];
    if (key !== expected?.key || versionOf(value) !== expected.version) return false;
  }
  return at === found.length;
}

const matches = (text: string | undefined, version: Version | undefined): boolean =>
  text === undefined ? version === undefined : versionOf(text) === version;

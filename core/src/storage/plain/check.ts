import type { Check, RangeQuery } from "../driver.ts";
import { versionOf } from "../record.ts";

/** The state of a store during a commit, with synchronous reads. */
export interface StoreState {
  read(key: string): string | null;
  keys(query: RangeQuery): string[];
}

/** Whether a check covers exactly one key: `start` is that key and `end` the next string after it. */
export const isSingleKey = ({ start, end }: Check): boolean => end.length === start.length + 1 && end.endsWith("\0");

/** Whether the store still has exactly what was found between `start` and `end`. */
export function isUnchanged(check: Check, { read, keys }: StoreState): boolean {
  const { start, end, found } = check;
  if (isSingleKey(check)) return versionAt(read(start)) === (found[0]?.version ?? null);
  const now = keys({ start, end, limit: found.length + 1 });
  return (
    now.length === found.length &&
    found.every(({ key, version }, at) => now[at] === key && versionAt(read(key)) === version)
  );
}

const versionAt = (text: string | null) => (text === null ? null : versionOf(text));

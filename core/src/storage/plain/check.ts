import type { Check, RangeQuery } from "../driver.ts";
import { versionOf } from "../record.ts";

/** A store as it stands inside a commit, where every read answers at once. */
export interface Standing {
  read(key: string): string | null;
  keys(query: RangeQuery): string[];
}

/** Whether a check covers exactly one key: `start` is that key, and `end` the next string after it. */
export const isPoint = ({ start, end }: Check): boolean => end.length === start.length + 1 && end.endsWith("\0");

/** Whether between `start` and `end` the store still holds what was found there, and nothing else. */
export function holds(check: Check, { read, keys }: Standing): boolean {
  const { start, end, found } = check;
  if (isPoint(check)) return versionAt(read(start)) === (found[0]?.version ?? null);
  const now = keys({ start, end, limit: found.length + 1 });
  return (
    now.length === found.length &&
    found.every(({ key, version }, at) => now[at] === key && versionAt(read(key)) === version)
  );
}

const versionAt = (text: string | null) => (text === null ? null : versionOf(text));

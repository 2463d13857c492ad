import type { MaybePromise } from "../after.ts";
import { after } from "../after.ts";
import { countIn, type Entry, type Put, type RangeQuery, type Reader, type Snapshot } from "../driver.ts";

/** The values that were replaced since a snapshot was taken. */
type Replaced = Map<string, string | null>;

/** Snapshots for a store that changes in place: each keeps what was replaced since it was taken. */
export interface Snapshots {
  /** Whether any is open. While none is, they cost nothing. */
  any(): boolean;
  /** Call before a change, with what stands there now. */
  keep(writes: readonly Put[], now: (key: string) => string | null): void;
  take(): Snapshot;
}

/** `live` reads the store as it is. A read that takes time sees, for each key, what stood there at some moment of it. */
export function createSnapshots(live: Reader): Snapshots {
  const open = new Set<Replaced>();
  return {
    any: () => open.size > 0,
    keep(writes, now) {
      for (const { key } of writes) {
        for (const replaced of open) if (!replaced.has(key)) replaced.set(key, now(key));
      }
    },
    take() {
      const replaced: Replaced = new Map();
      open.add(replaced);
      return {
        getItem: (key) => {
          const before = (now: string | null) => (replaced.has(key) ? (replaced.get(key) ?? null) : now);
          return after(live.getItem(key), before);
        },
        range: (query) => rangeBefore(live, replaced, query),
        count: (query) =>
          changesWithin(replaced, query).length === 0
            ? countIn(live, query)
            : after(rangeBefore(live, replaced, query), (entries) => entries.length),
        release: () => void open.delete(replaced),
      };
    },
  };
}

/** The range without the keys that were replaced, and with what stood there. */
function rangeBefore(live: Reader, replaced: Replaced, query: RangeQuery): MaybePromise<Entry[]> {
  const { offset = 0, limit, reverse } = query;
  const changed = changesWithin(replaced, query).length;
  const whole = changed === 0 ? query : { ...query, offset: 0, limit: offset + limit + changed };
  return after(live.range(whole), (entries) => {
    const changes = changesWithin(replaced, query);
    // A commit may land while a slow driver reads; then the page is read again.
    if (changes.length !== changed) return rangeBefore(live, replaced, query);
    if (changed === 0) return entries;
    const page = entries.filter(({ key }) => !replaced.has(key));
    for (const [key, value] of changes) if (value !== null) page.push({ key, value });
    page.sort((a, b) => (a.key < b.key ? -1 : 1));
    if (reverse) page.reverse();
    return page.slice(offset, offset + limit);
  });
}

const changesWithin = (replaced: Replaced, { start, end }: { start: string; end: string }) =>
  replaced.size === 0 ? [] : [...replaced].filter(([key]) => key >= start && key < end);

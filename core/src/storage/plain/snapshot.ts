import type { MaybePromise } from "../after.ts";
import { after } from "../after.ts";
import { countIn, type Entry, type Put, type RangeQuery, type Reader, type Snapshot } from "../driver.ts";

/** The values that were replaced since a snapshot was taken. */
type Replaced = Map<string, string | null>;

/** Snapshots of a store that changes in place: each keeps the values replaced since it was taken. */
export interface Snapshots {
  /** Whether a snapshot is open. Otherwise they cost nothing. */
  any(): boolean;
  /** Must be called before a change, with the current values. */
  keep(writes: readonly Put[], now: (key: string) => string | null): void;
  take(): Snapshot;
}

/**
 * `live` reads the current store. During an asynchronous read, each key is seen as it was at some moment of that read.
 */
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

/** The range with replaced keys restored to their old values. */
function rangeBefore(live: Reader, replaced: Replaced, query: RangeQuery): MaybePromise<Entry[]> {
  const { offset = 0, limit, reverse } = query;
  const changed = changesWithin(replaced, query).length;
  const whole = changed === 0 ? query : { ...query, offset: 0, limit: offset + limit + changed };
  return after(live.range(whole), (entries) => {
    const changes = changesWithin(replaced, query);
    // A commit may happen while a slow driver reads. Then the page is read again.
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

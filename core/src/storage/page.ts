import { after, type MaybePromise } from "./after.ts";
import { type Check, type Entry, keysIn, type Reader } from "./driver.ts";
import { latestKey, type Range } from "./key.ts";
import { versionOf } from "./record.ts";

/** Which page of a range to read: `after` is the `next` of the previous page. */
export interface PageOptions {
  limit?: number;
  offset?: number;
  reverse?: boolean;
  after?: string;
}

/** A page of results. `next` is the cursor for the following page, absent on the last one. */
export interface Page<T> {
  items: T[];
  next?: string;
}

/** A stored record: `name` is its encoded key. */
export interface Found {
  name: string;
  data: unknown;
}

/** The staged changes of a range: `puts` are added, and records that `hides` returns true for are left out. */
export interface Changes {
  puts: readonly Found[];
  hides(found: Found): boolean;
  /** The maximum number of hidden entries. */
  most: number;
}

export const UNCHANGED: Changes = { puts: [], hides: () => false, most: 0 };
/** The part of a range after the previous page. */
export function restOf(range: Range, { after: last, reverse }: PageOptions): Range {
  if (last === undefined) return range;
  const at = latestKey(last);
  if (reverse) return at < range.end ? { start: range.start, end: at } : range;
  return at >= range.start ? { start: `${at}\0`, end: range.end } : range;
}

/** The part of the range that was examined: all of it, or up to the last key found. */
export function examined({ start, end }: Range, entries: readonly Entry[], asked: number, reverse: boolean): Check {
  const found = entries.map(({ key, value }) => ({ key, version: versionOf(value) }));
  const last = found.at(-1)?.key;
  if (reverse) found.reverse();
  if (last === undefined || found.length < asked) return { start, end, found };
  return reverse ? { start: last, end, found } : { start, end: `${last}\0`, found };
}

/** A page with the changes applied. Changes outside of the examined range belong to a later page. */
export function merged(stored: readonly Found[], { puts, hides }: Changes, range: Range, reverse: boolean): Found[] {
  const found = stored.filter((one) => !hides(one));
  for (const put of puts) if (isWithin(latestKey(put.name), range)) found.push(put);
  found.sort((a, b) => (latestKey(a.name) < latestKey(b.name) ? -1 : 1));
  return reverse ? found.reverse() : found;
}

export const isWithin = (name: string, { start, end }: Range): boolean => name >= start && name < end;

/** A page and the entry after it. That one only shows that there is more: it is decoded only instead of a damaged one. */
export function pageOf(entries: Entry[], limit: number, decode: (entries: readonly Entry[]) => Found[]): Page<Found> {
  const extra = entries.length > limit ? entries.pop() : undefined;
  const items = decode(entries);
  if (extra === undefined) return { items };
  if (items.length < limit) return { items: [...items, ...decode([extra])], next: extra.key };
  return { items, next: items.at(-1)?.name };
}

/** The page of the keys of a range. After a full one there may be an empty one. */
export function keysOn(reader: Reader, range: Range, page: PageOptions, tail: number): MaybePromise<Page<string>> {
  const { limit = 100, offset = 0, reverse = false } = page;
  const found = keysIn(reader, { ...restOf(range, page), limit, offset, reverse, tail });
  return after(found, (items) => (items.length < limit ? { items } : { items, next: items.at(-1) as string }));
}

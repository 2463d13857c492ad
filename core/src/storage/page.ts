import type { Check, Entry } from "./driver.ts";
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
export function examined(range: Range, entries: readonly Entry[], asked: number, reverse: boolean): Check {
  const found = entries.map(({ key, value }) => ({ key, version: versionOf(value) }));
  const last = found.at(-1)?.key;
  if (reverse) found.reverse();
  if (last === undefined || found.length < asked) return { ...range, found };
  return reverse ? { start: last, end: range.end, found } : { start: range.start, end: `${last}\0`, found };
}

/** A page with the changes applied. Changes outside of the examined range belong to a later page. */
export function merged(stored: readonly Found[], { puts, hides }: Changes, range: Range, reverse: boolean): Found[] {
  const found = stored.filter((one) => !hides(one));
  for (const put of puts) if (isWithin(latestKey(put.name), range)) found.push(put);
  found.sort((a, b) => (latestKey(a.name) < latestKey(b.name) ? -1 : 1));
  return reverse ? found.reverse() : found;
}

export const isWithin = (name: string, { start, end }: Range): boolean => name >= start && name < end;

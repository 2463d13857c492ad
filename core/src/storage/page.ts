import type { Check, Entry } from "./driver.ts";
import { landing, type Range } from "./key.ts";
import { versionOf } from "./record.ts";

/** Which part of a range to read: `after` is the `next` of the page before. */
export interface PageOptions {
  limit?: number;
  offset?: number;
  reverse?: boolean;
  after?: string;
}

/** A page of what was asked for; `next` leads to the one after it, and is absent on the last. */
export interface Page<T> {
  items: T[];
  next?: string;
}

/** A record as it was found: `name` is its encoded key. */
export interface Found {
  name: string;
  data: unknown;
}

/** What a range holds beyond the store: `puts` stand there too, and what `hides` tells stands there no more. */
export interface Changes {
  puts: readonly Found[];
  hides(found: Found): boolean;
  /** How many entries may be hidden at most. */
  most: number;
}

export const UNCHANGED: Changes = { puts: [], hides: () => false, most: 0 };
/** The part of a range that comes after the page before. */
export function restOf(range: Range, { after: last, reverse }: PageOptions): Range {
  if (last === undefined) return range;
  const at = landing(last);
  if (reverse) return at < range.end ? { start: range.start, end: at } : range;
  return at >= range.start ? { start: `${at}\0`, end: range.end } : range;
}

/** The part of the range that was really looked at: all of it, or up to the last key that came. */
export function seen(range: Range, entries: readonly Entry[], asked: number, reverse: boolean): Check {
  const found = entries.map(({ key, value }) => ({ key, version: versionOf(value) }));
  const last = found.at(-1)?.key;
  if (reverse) found.reverse();
  if (last === undefined || found.length < asked) return { ...range, found };
  return reverse ? { start: last, end: range.end, found } : { start: range.start, end: `${last}\0`, found };
}

/** What a page finds with the changes in place. A change beyond what was looked at is left for a later page. */
export function merged(stored: readonly Found[], { puts, hides }: Changes, looked: Range, reverse: boolean): Found[] {
  const found = stored.filter((one) => !hides(one));
  for (const put of puts) if (isWithin(landing(put.name), looked)) found.push(put);
  found.sort((a, b) => (landing(a.name) < landing(b.name) ? -1 : 1));
  return reverse ? found.reverse() : found;
}

export const isWithin = (name: string, { start, end }: Range): boolean => name >= start && name < end;

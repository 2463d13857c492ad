import type { CountQuery, RangeQuery } from "../driver.ts";

const LEAF = 256;

/**
 * Distinct sorted strings, in leaves of at most 256. An insertion only moves entries of one leaf, so a million keys
 * cost no more than a thousand.
 */
export class SortedKeys {
  readonly #leaves: string[][] = [];

  constructor(sorted: readonly string[] = []) {
    for (let at = 0; at < sorted.length; at += LEAF / 2) this.#leaves.push(sorted.slice(at, at + LEAF / 2));
    if (this.#leaves.length === 0) this.#leaves.push([]);
  }

  add(key: string): void {
    const { at, leaf, place } = this.#seek(key);
    if (leaf[place] === key) return;
    leaf.splice(place, 0, key);
    if (leaf.length > LEAF) this.#leaves.splice(at + 1, 0, leaf.splice(splitAt(at, this.#leaves.length)));
  }

  remove(key: string): void {
    const { at, leaf, place } = this.#seek(key);
    if (leaf[place] !== key) return;
    leaf.splice(place, 1);
    if (leaf.length === 0 && this.#leaves.length > 1) this.#leaves.splice(at, 1);
  }

  range(query: RangeQuery): string[] {
    return query.reverse ? this.#backwards(query) : this.#forwards(query);
  }

  count({ start, end, limit }: CountQuery): number {
    const from = this.#seek(start);
    const to = this.#seek(end);
    let count = to.place - from.place;
    for (let at = from.at; at < to.at && count < limit + LEAF; at++) count += this.#leafAt(at).length;
    return Math.max(0, Math.min(count, limit));
  }

  #forwards({ start, end, limit, offset = 0 }: RangeQuery): string[] {
    const found: string[] = [];
    let { at, place } = this.#seek(start);
    place += offset;
    for (; at < this.#leaves.length; at++) {
      const leaf = this.#leafAt(at);
      for (; place < leaf.length; place++) {
        const key = leaf[place] as string;
        if (key >= end || found.length >= limit) return found;
        found.push(key);
      }
      place -= leaf.length;
    }
    return found;
  }

  #backwards({ start, end, limit, offset = 0 }: RangeQuery): string[] {
    const found: string[] = [];
    let { at, place } = this.#seek(end);
    place -= 1 + offset;
    for (;;) {
      const leaf = this.#leafAt(at);
      for (; place >= 0; place--) {
        const key = leaf[place] as string;
        if (key < start || found.length >= limit) return found;
        found.push(key);
      }
      if (--at < 0) return found;
      place += this.#leafAt(at).length;
    }
  }

  /** The position of a key, or where to insert it: in the last leaf that starts at or before it. */
  #seek(key: string) {
    let low = 0;
    let high = this.#leaves.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#leafAt(middle)[0] as string) <= key) low = middle;
      else high = middle - 1;
    }
    const leaf = this.#leafAt(low);
    return { at: low, leaf, place: lowerBound(leaf, key) };
  }

  #leafAt = (at: number): string[] => this.#leaves[at] as string[];
}

/**
 * A full last leaf keeps nearly all: keys ending in a rising number are appended, and half-empty leaves would double
 * the memory.
 */
const splitAt = (at: number, leaves: number): number => (at === leaves - 1 ? LEAF - 8 : LEAF / 2);

function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

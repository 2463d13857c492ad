import btree from "sorted-btree";
import type { CountQuery, RangeQuery } from "../driver.ts";

// CommonJS: loaders differ in whether the default import is the module or its default export.
const BTree = (Object(btree).default ?? btree) as typeof btree.default;

const byCodeUnit = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** Distinct sorted strings. An insertion moves few of them, so a million keys cost hardly more than a thousand. */
export class SortedKeys {
  readonly #tree;

  constructor(sorted: readonly string[] = []) {
    const pairs = sorted.map((key): [string, undefined] => [key, undefined]);
    this.#tree = new BTree<string, undefined>(pairs, byCodeUnit, 128);
  }

  add(key: string): void {
    this.#tree.set(key, undefined, false);
  }

  remove(key: string): void {
    this.#tree.delete(key);
  }

  range({ start, end, limit, offset = 0, reverse = false }: RangeQuery): string[] {
    const found: string[] = [];
    let skipped = 0;
    const pair: [string, undefined] = ["", undefined];
    for (const [key] of reverse ? this.#tree.entriesReversed(end, pair, true) : this.#tree.entries(start, pair)) {
      if (found.length >= limit || (reverse ? key < start : key >= end)) break;
      if (skipped++ >= offset) found.push(key);
    }
    return found;
  }

  count({ start, end, limit }: CountQuery): number {
    const stop = (_key: string, _value: undefined, before: number) => (before >= limit ? { break: limit } : undefined);
    return Math.max(0, this.#tree.forRange(start, end, false, stop));
  }
}

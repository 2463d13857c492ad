import type { CountQuery, Entry, KeysQuery, RangeQuery, Reader, Version } from "@postern/core/storage";
import type { Row } from "./connection.ts";
import { SEPARATOR, type Statement, type Statements } from "./statements.ts";

/** The largest limit that fits into the statements. */
const MAX_LIMIT = 2 ** 31 - 1;

type RangeKind = "forward" | "backward" | "forwardKeys" | "backwardKeys" | "count";

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

interface WaitingRange {
  readonly query: RangeQuery;
  readonly callers: Waiting<Row[]>[];
}

/** Reads that are sent together. */
export class ReadBatch {
  readonly #items = new Map<string, Waiting<string | null>[]>();
  /** By kind, and by what is asked: many followers of the journal ask for the same range. */
  readonly #ranges = new Map<RangeKind, Map<string, WaitingRange>>();
  readonly #numbers: Waiting<Version>[] = [];

  get isEmpty(): boolean {
    return this.#items.size === 0 && this.#ranges.size === 0 && this.#numbers.length === 0;
  }

  /** The number of the last commit. */
  number(): Promise<Version> {
    return new Promise((resolve, reject) => this.#numbers.push({ resolve, reject }));
  }

  item(key: string): Promise<string | null> {
    return new Promise((resolve, reject) => {
      const waiting = this.#items.get(key);
      if (waiting) waiting.push({ resolve, reject });
      else this.#items.set(key, [{ resolve, reject }]);
    });
  }

  range(kind: RangeKind, query: RangeQuery): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const ranges = this.#ranges.get(kind) ?? new Map<string, WaitingRange>();
      this.#ranges.set(kind, ranges);
      const name = JSON.stringify([query.start, query.end, query.limit, query.offset]);
      const waiting = ranges.get(name);
      if (waiting) waiting.callers.push({ resolve, reject });
      else ranges.set(name, { query, callers: [{ resolve, reject }] });
    });
  }

  statements(texts: Statements): Statement[] {
    const statements: Statement[] = [];
    if (this.#items.size > 0)
      statements.push({ name: "items", text: texts.items, values: [[...this.#items.keys()].join(SEPARATOR)] });
    for (const [kind, ranges] of this.#ranges)
      statements.push({ name: kind, text: texts[kind], values: asked([...ranges.values()].map(({ query }) => query)) });
    if (this.#numbers.length > 0) statements.push({ name: "number", text: texts.number });
    return statements;
  }

  resolve(answers: readonly (readonly Row[])[]): void {
    let at = 0;
    if (this.#items.size > 0) {
      const values = new Map((answers[at++] as Row[]).map(([key, value]) => [key as string, value as string]));
      for (const [key, waiting] of this.#items) for (const one of waiting) one.resolve(values.get(key) ?? null);
    }
    for (const ranges of this.#ranges.values()) {
      const rows: Row[][] = [...ranges.values()].map(() => []);
      for (const row of answers[at++] as Row[]) rows[Number(row[0]) - 1]?.push(row);
      for (const [n, { callers }] of [...ranges.values()].entries())
        for (const one of callers) one.resolve(rows[n] as Row[]);
    }
    if (this.#numbers.length > 0) for (const one of this.#numbers) one.resolve(Number(answers[at]?.[0]?.[0] ?? 0));
  }

  reject(error: unknown): void {
    for (const waiting of this.#items.values()) for (const one of waiting) one.reject(error);
    for (const ranges of this.#ranges.values())
      for (const { callers } of ranges.values()) for (const one of callers) one.reject(error);
    for (const one of this.#numbers) one.reject(error);
  }
}

/** The parameters of a statement over several ranges. */
export function asked(queries: readonly RangeQuery[]): string[] {
  const join = (of: (query: RangeQuery) => string | number) => queries.map(of).join(SEPARATOR);
  return [
    join(({ start }) => boundOf(start)),
    join(({ end }) => boundOf(end)),
    join(({ limit }) => Math.min(limit, MAX_LIMIT)),
    join(({ offset = 0 }) => Math.min(offset, MAX_LIMIT)),
  ];
}

/**
 * A bound in the form for PostgreSQL, whose text cannot contain U+0000. Like it, U+0002 is in no key and sorts before
 * every character of a key.
 */
const boundOf = (bound: string): string => (bound === "" ? "\u0002" : bound.replace("\0", "\u0002"));

/** The methods of a reader, on the batch that is gathered next. */
export function readerOn(next: () => ReadBatch): Required<Pick<Reader, "getItem" | "range" | "keys" | "count">> {
  return {
    getItem: (key) => next().item(key),
    async range(query: RangeQuery): Promise<Entry[]> {
      if (query.limit <= 0) return [];
      const rows = await next().range(query.reverse ? "backward" : "forward", query);
      return rows.map(([, key, value]) => ({ key: key as string, value: value as string }));
    },
    async keys(query: KeysQuery): Promise<string[]> {
      if (query.limit <= 0) return [];
      const rows = await next().range(query.reverse ? "backwardKeys" : "forwardKeys", query);
      return rows.map(([, key]) => key as string);
    },
    async count(query: CountQuery): Promise<number> {
      if (query.limit <= 0) return 0;
      const [row] = await next().range("count", query);
      return Number(row?.[1] ?? 0);
    },
  };
}

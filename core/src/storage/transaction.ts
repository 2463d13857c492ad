import { after, type MaybePromise } from "./after.ts";
import type { OnPut } from "./collection.ts";
import { type Batch, type Check, type CompleteDriver, countIn, type Entry, type Reader, type Write } from "./driver.ts";
import { DamagedRecord, refuseWrite } from "./errors.ts";
import { isMarked, latestKey, type Range } from "./key.ts";
import type { Version } from "./number.ts";
import {
  type Changes,
  examined,
  type Found,
  isWithin,
  keysOn,
  merged,
  type Page,
  type PageOptions,
  pageOf,
  restOf,
  UNCHANGED,
} from "./page.ts";
import { ReadCache } from "./read-cache.ts";
import { decodeRecord, encodeRecord } from "./record.ts";

interface Staged {
  data: unknown;
  text: string | null;
  /** The index entries that were staged with the record. */
  entries: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * A view of the store that caches reads and stages writes. Its batch is committed only if everything it read is
 * unchanged. Records are addressed by their encoded keys. An unchecked read is not validated, but it sees staged
 * writes. Values are returned without a copy: treat them as read-only. A record is encoded when it is put, so later
 * changes to the object have no effect.
 */
export class Transaction {
  readonly onPut: OnPut | undefined;
  readonly #reader: Reader;
  readonly #onDamaged: (key: string) => void;
  readonly #asOf: Version | undefined;
  readonly #cache: ReadCache;
  readonly #staged = new Map<string, Staged>();
  // Most transactions have neither counters nor positions.
  #added: Map<string, number> | undefined;
  #placed: Map<string, { place: string | null; data: unknown; text: string }> | undefined;
  #hasEnded = false;

  constructor(reader: Reader, onDamaged: (key: string) => void = () => {}, onPut?: OnPut) {
    this.#reader = reader;
    this.#onDamaged = onDamaged;
    this.#asOf = reader.committed?.();
    this.#cache = new ReadCache(reader, onDamaged);
    this.onPut = onPut;
  }

  /** Everything that was read and must be unchanged at the commit. */
  get checks(): Check[] {
    return this.#cache.checks;
  }

  get isEmpty(): boolean {
    return this.#staged.size === 0 && this.#added === undefined && this.#placed === undefined;
  }

  /**
   * The transaction for an unchecked read. A snapshot gives the same values again, so nothing that is read is kept: a
   * query may read any number of records.
   */
  uncheckedView(): Transaction {
    return "release" in this.#reader && this.isEmpty ? new Transaction(this.#reader, this.#onDamaged) : this;
  }

  /** The same key always gives the same value, since a second read could only find a conflict. */
  get(name: string, unchecked = false): MaybePromise<unknown> {
    const loading = this.load(name, unchecked);
    return loading instanceof Promise ? loading.then(() => this.peek(name)) : this.peek(name);
  }

  /** Loads a record, for `peek` and `entries`. A key with a marker cannot exist yet. */
  load(name: string, unchecked = false): MaybePromise<void> {
    if (!this.#staged.has(name) && !isMarked(name)) return this.#cache.load(name, unchecked);
  }

  /** The value of a key that was loaded or staged. */
  peek(name: string): unknown {
    const staged = this.#staged.get(name);
    return staged ? staged.data : this.#cache.peek(name);
  }

  /** The index entries of a loaded record. `entriesOf` derives them from the stored data. */
  entries(name: string, entriesOf: (data: unknown) => readonly string[]): readonly string[] {
    const staged = this.#staged.get(name);
    if (staged) return staged.entries;
    const text = this.#cache.textOf(name);
    // Decoded again, because the caller may have changed the object that was returned before.
    return text ? entriesOf(decodeRecord(name, text).data) : NONE;
  }

  /** Throws if the data is not JSON. `text` is the encoded record, if it is already known. */
  put(name: string, data: unknown, entries = NONE, text = encodeRecord(data)): void {
    if (this.#hasEnded) refuseWrite();
    this.#staged.set(name, { data, text, entries });
  }

  delete(name: string): void {
    if (this.#hasEnded) refuseWrite();
    this.#staged.set(name, { data: undefined, text: null, entries: NONE });
  }

  /** Increments a counter by a safe integer. */
  add(name: string, by: number): void {
    if (this.#hasEnded) refuseWrite();
    if (!Number.isSafeInteger(by)) throw new RangeError(`A counter only adds safe integers, got ${by}`);
    this.#added ??= new Map();
    this.#added.set(name, (this.#added.get(name) ?? 0) + by);
  }

  sum(name: string, unchecked = false): MaybePromise<number> {
    return after(
      this.get(name, unchecked),
      (stored) => ((stored as number | undefined) ?? 0) + (this.#added?.get(name) ?? 0),
    );
  }

  /** Moves a member to a position, or removes it if `place` is null. `pointer` is the key that stores its position. */
  place(pointer: string, place: string | null, member: unknown): void {
    if (this.#hasEnded) refuseWrite();
    this.#placed ??= new Map();
    this.#placed.set(pointer, { place, data: member, text: encodeRecord(member) });
  }

  /** The staged changes of a sorted set, for `list` and `count`. */
  sortedSetChanges(pointerOf: (member: unknown) => string): Changes {
    const placed = this.#placed;
    if (!placed) return UNCHANGED;
    const puts: Found[] = [];
    for (const { place, data } of placed.values()) if (place !== null) puts.push({ name: place, data });
    return { puts, hides: ({ data }) => placed.has(pointerOf(data)), most: placed.size };
  }

  /** The loaded record. Undefined if it is damaged, which is reported. */
  intact(name: string): unknown {
    try {
      return this.peek(name);
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      return undefined;
    }
  }

  /** The records of a range, in order. Damaged ones are reported and skipped. */
  list(
    range: Range,
    page: PageOptions,
    unchecked = false,
    changes = this.#changesIn(range),
  ): MaybePromise<Page<Found>> {
    const { limit = 100, offset = 0, reverse = false } = page;
    const { start, end } = restOf(range, page);
    // A page with an offset depends on the entries before it, so only an unchecked read can skip them unread.
    const skipped = unchecked && changes === UNCHANGED ? offset : 0;
    const asked = limit + 1 + (offset - skipped) + changes.most;
    // Not spread: that would cost more than the read.
    return after(this.#reader.range({ start, end, limit: asked, offset: skipped, reverse }), (entries) => {
      if (unchecked && changes === UNCHANGED) return pageOf(entries, limit, (some) => this.#decode(some, true));
      const check = examined({ start, end }, entries, asked, reverse);
      if (!unchecked) this.checks.push(check);
      const stored = this.#decode(entries, unchecked);
      const found = changes === UNCHANGED ? stored : merged(stored, changes, check, reverse);
      const items = found.slice(offset - skipped, offset - skipped + limit);
      if (found.length > offset - skipped + limit) return { items, next: items.at(-1)?.name };
      // The reader returned a full page, but some of it was damaged: there may be more.
      return entries.length < asked ? { items } : { items, next: entries.at(-1)?.key };
    });
  }

  /** The keys of a range, in order. An unchecked read lists them without reading the records. */
  keys(range: Range, page: PageOptions, tail = 0, unchecked = false): MaybePromise<Page<string>> {
    if (unchecked && this.#changesIn(range) === UNCHANGED) return keysOn(this.#reader, range, page, tail);
    return after(this.list(range, page, unchecked), ({ items, ...rest }) => ({ ...rest, items: items.map(nameOf) }));
  }

  /** Counts the records of a range, up to a limit. */
  count(range: Range, limit: number, unchecked = false, changes = this.#changesIn(range)): MaybePromise<number> {
    if (changes !== UNCHANGED)
      return after(this.list(range, { limit }, unchecked, changes), ({ items }) => items.length);
    if (unchecked) return countIn(this.#reader, { ...range, limit });
    return after(this.#reader.range({ ...range, limit }), (entries) => {
      this.checks.push(examined(range, entries, limit, false));
      return entries.length;
    });
  }

  /** Refuses writes from now on, since no commit would include them. */
  end(): void {
    this.#hasEnded = true;
  }

  batch(): Batch {
    const writes: Write[] = [];
    for (const [key, { text }] of this.#staged) writes.push({ key, value: text });
    if (this.#added) for (const [key, add] of this.#added) writes.push({ key, add });
    if (this.#placed) for (const [key, { place, text }] of this.#placed) writes.push({ key, place, value: text });
    return { checks: this.checks, writes, asOf: this.#asOf };
  }

  /** Commits without a queue: for start-up work and tests. */
  async commit(driver: CompleteDriver): Promise<Version | false> {
    const [answer = false] = await driver.commit([this.batch()]);
    return answer;
  }

  #decode(entries: readonly Entry[], unchecked: boolean): Found[] {
    const found: Found[] = [];
    for (const { key, value } of entries) {
      this.#cache.learn(key, value, unchecked);
      const data = this.#staged.has(key) ? undefined : this.intact(key);
      if (data !== undefined) found.push({ name: key, data });
    }
    return found;
  }

  /** The staged changes within a range. */
  #changesIn(range: Range): Changes {
    let most = 0;
    const puts: Found[] = [];
    for (const [name, { data }] of this.#staged) {
      if (!isWithin(latestKey(name), range)) continue;
      most++;
      if (data !== undefined) puts.push({ name, data });
    }
    return most === 0 ? UNCHANGED : { puts, hides: ({ name }) => this.#staged.has(name), most };
  }
}

const nameOf = ({ name }: Found): string => name;

import type { MaybePromise } from "./after.ts";
import { after } from "./after.ts";
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
  merged,
  type Page,
  type PageOptions,
  restOf,
  UNCHANGED,
} from "./page.ts";
import { decodeRecord, encodeRecord, versionOf } from "./record.ts";

/** A value read from the store. Decoded once, on first use. */
interface Known {
  text: string | null;
  data: unknown;
  decoded: boolean;
  checked: boolean;
}

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
  /** Everything that was read and must be unchanged at the commit. */
  readonly checks: Check[] = [];
  readonly onPut: OnPut | undefined;
  readonly #reader: Reader;
  readonly #onDamaged: (key: string) => void;
  readonly #known = new Map<string, Known>();
  readonly #staged = new Map<string, Staged>();
  readonly #added = new Map<string, number>();
  readonly #placed = new Map<string, { place: string | null; data: unknown; text: string }>();

  constructor(reader: Reader, onDamaged: (key: string) => void = () => {}, onPut?: OnPut) {
    this.#reader = reader;
    this.onPut = onPut;
    this.#onDamaged = onDamaged;
  }

  get isEmpty(): boolean {
    return this.#staged.size === 0 && this.#added.size === 0 && this.#placed.size === 0;
  }

  /** The same key always gives the same value, since a second read could only find a conflict. */
  get(name: string, unchecked = false): MaybePromise<unknown> {
    const loading = this.load(name, unchecked);
    return loading instanceof Promise ? loading.then(() => this.peek(name)) : this.peek(name);
  }

  /** Loads a record, for `peek` and `entries`. A key with a marker cannot exist yet. */
  load(name: string, unchecked = false): MaybePromise<void> {
    if (this.#staged.has(name) || isMarked(name)) return;
    const known = this.#known.get(name);
    if (known) return this.#check(name, known, unchecked);
    const text = this.#reader.getItem(name);
    if (text instanceof Promise) return text.then((late) => this.#check(name, this.#learn(name, late), unchecked));
    this.#check(name, this.#learn(name, text), unchecked);
  }

  /** The value of a key that was loaded or staged. */
  peek(name: string): unknown {
    const staged = this.#staged.get(name);
    if (staged) return staged.data;
    const known = this.#known.get(name);
    try {
      return known && decoded(name, known);
    } catch (error) {
      this.#onDamaged(name);
      throw error;
    }
  }

  /** The index entries of a loaded record. `entriesOf` derives them from the stored data. */
  entries(name: string, entriesOf: (data: unknown) => readonly string[]): readonly string[] {
    const staged = this.#staged.get(name);
    if (staged) return staged.entries;
    const text = this.#known.get(name)?.text;
    // Decoded again, because the caller may have changed the object that was returned before.
    return text ? entriesOf(decodeRecord(name, text).data) : NONE;
  }

  /** Throws if the data is not JSON. `text` is the encoded record, if it is already known. */
  put(name: string, data: unknown, entries = NONE, text = encodeRecord(data)): void {
    this.#staged.set(name, { data, text, entries });
  }

  delete(name: string): void {
    this.#staged.set(name, { data: undefined, text: null, entries: NONE });
  }

  /** Increments a counter by a safe integer. */
  add(name: string, by: number): void {
    if (!Number.isSafeInteger(by)) throw new RangeError(`A counter only adds safe integers, got ${by}`);
    this.#added.set(name, (this.#added.get(name) ?? 0) + by);
  }

  sum(name: string, unchecked = false): MaybePromise<number> {
    return after(
      this.get(name, unchecked),
      (stored) => ((stored as number | undefined) ?? 0) + (this.#added.get(name) ?? 0),
    );
  }

  /** Moves a member to a position, or removes it if `place` is null. `pointer` is the key that stores its position. */
  place(pointer: string, place: string | null, member: unknown): void {
    this.#placed.set(pointer, { place, data: member, text: encodeRecord(member) });
  }

  /** The staged changes of a sorted set, for `list` and `count`. */
  sortedSetChanges(pointerOf: (member: unknown) => string): Changes {
    if (this.#placed.size === 0) return UNCHANGED;
    const puts: Found[] = [];
    for (const { place, data } of this.#placed.values()) if (place !== null) puts.push({ name: place, data });
    return { puts, hides: ({ data }) => this.#placed.has(pointerOf(data)), most: this.#placed.size };
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
    const rest = restOf(range, page);
    // A page with an offset depends on the entries before it, so only an unchecked read can skip them unread.
    const skipped = unchecked && changes === UNCHANGED ? offset : 0;
    const asked = limit + 1 + (offset - skipped) + changes.most;
    return after(this.#reader.range({ ...rest, limit: asked, offset: skipped, reverse }), (entries) => {
      const check = examined(rest, entries, asked, reverse);
      if (!unchecked) this.checks.push(check);
      const stored = this.#decode(entries, unchecked);
      const found = changes === UNCHANGED ? stored : merged(stored, changes, check, reverse);
      const items = found.slice(offset - skipped, offset - skipped + limit);
      if (found.length > offset - skipped + limit) return { items, next: items.at(-1)?.name };
      // The reader returned a full page, but some of it was damaged: there may be more.
      return entries.length < asked ? { items } : { items, next: entries.at(-1)?.key };
    });
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
    this.put = this.delete = this.add = this.place = refuseWrite;
  }

  batch(): Batch {
    const writes: Write[] = [];
    for (const [key, { text }] of this.#staged) writes.push({ key, value: text });
    for (const [key, add] of this.#added) writes.push({ key, add });
    for (const [key, { place, text }] of this.#placed) writes.push({ key, place, value: text });
    return { checks: this.checks, writes };
  }

  /** Commits without a queue: for start-up work and tests. */
  async commit(driver: CompleteDriver): Promise<Version | false> {
    const [answer = false] = await driver.commit([this.batch()]);
    return answer;
  }

  #learn(name: string, text: string | null): Known {
    const known = this.#known.get(name);
    if (known) return known;
    const added = { text, data: undefined, decoded: text === null, checked: false };
    this.#known.set(name, added);
    return added;
  }

  #check(name: string, known: Known, unchecked: boolean): void {
    if (unchecked || known.checked) return;
    known.checked = true;
    const found = known.text === null ? [] : [{ key: name, version: versionOf(known.text) }];
    this.checks.push({ start: name, end: `${name}\0`, found });
  }

  #decode(entries: readonly Entry[], unchecked: boolean): Found[] {
    const found: Found[] = [];
    for (const { key, value } of entries) {
      const known = this.#learn(key, value);
      if (!unchecked) known.checked = true;
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

function decoded(name: string, known: Known): unknown {
  if (!known.decoded) {
    known.data = decodeRecord(name, known.text as string).data;
    known.decoded = true;
  }
  return known.data;
}

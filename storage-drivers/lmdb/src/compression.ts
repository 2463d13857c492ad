/**
 * LMDB compresses longer values with LZ4. Short and older values are stored as text, whose first byte tells them apart.
 *
 * A damaged value must be found by its checksum, like any other. LMDB itself allocates whatever length such a value
 * claims, and leaves older bytes in its buffer, so both are prevented here.
 */
import type { Entry } from "@postern/core/storage";
import { asBinary, type Database, type RangeOptions, type Transaction } from "lmdb";
import { DICTIONARY } from "./dictionary.ts";

type Store = Database<string, string>;

/** From this size in bytes, values are stored as they are. A compressed value that claims this length is damaged. */
const LONG = 2 ** 24;
/** The text of a value that cannot be decompressed: not a record, and not a number. */
const DAMAGED = "damaged";
/** The last byte of a record's version. A stale text without it is not a record. */
const VERSION_END = 18;

/** The members of lmdb that its types do not declare. */
interface Internals {
  compression: { getValueBytes: Uint8Array };
  /** Returns the claimed length of a value that cannot be decompressed. */
  getString(key: string, options?: { transaction?: Transaction }): string | number | undefined;
  _allocateGetBuffer(claimed: number): Uint8Array;
}

class TooLong extends Error {}

/** LMDB's options. Values from `threshold` bytes on are compressed; shorter ones hardly shrink. */
export const compressionOptions = () => ({ threshold: 160, dictionary: DICTIONARY });

/** Makes reads of damaged values return a text that is not a record, whatever length they claim. */
export function guardReads(db: Store): Store {
  const internals = db as unknown as Internals;
  const { getString, _allocateGetBuffer: allocate } = internals;
  internals._allocateGetBuffer = function (claimed) {
    if (claimed >= LONG) throw new TooLong();
    return allocate.call(this, claimed);
  };
  internals.getString = function (key, options) {
    try {
      const text = getString.call(this, key, options);
      return typeof text === "number" ? DAMAGED : text;
    } catch (error) {
      if (error instanceof TooLong) return DAMAGED;
      throw error;
    }
  };
  return db;
}

/** The entries of a range. */
export function entriesIn(db: Store, range: RangeOptions): Entry[] {
  const { compression } = db as unknown as Internals;
  const entries: Entry[] = [];
  const found = db.getRange(range)[Symbol.iterator]();
  try {
    for (;;) {
      compression.getValueBytes[VERSION_END] = 0;
      const { done, value } = found.next();
      if (done) return entries;
      entries.push(value);
    }
  } catch (error) {
    found.return?.();
    if (!(error instanceof TooLong)) throw error;
    // A range cannot tell a damaged value from a long one, but a single read can.
    return [...db.getKeys(range)].map((key) => ({ key, value: db.get(key, range) ?? DAMAGED }));
  }
}

/** Writes a value, compressed if that is useful. */
export function putValue(db: Store, key: string, bytes: Buffer): void {
  const store = bytes.length < LONG ? db : (Object.create(db, { compression: { value: undefined } }) as Store);
  store.putSync(key, asBinary(bytes) as never);
}

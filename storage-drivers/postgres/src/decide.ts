import { asBytes, type RecentWrites, type ValueBytes } from "@postern/core/drivers";
import { type Batch, materialize, type ValueForm, type Version } from "@postern/core/storage";
import { bucketOf } from "@postern/core/verify";
import type { FlightState } from "./checks.ts";

/** What a flight writes. */
export interface Decision {
  readonly answers: (Version | false)[];
  /** The number after the flight. */
  readonly number: Version;
  /** The new value of each key, null if it is deleted. */
  readonly changes: ReadonlyMap<string, ValueBytes | null>;
}

/** Completes a copy of each value, because a flight that had no effect is repeated with other numbers. */
const asCopies: ValueForm<ValueBytes> = {
  ...asBytes,
  complete: (key, { bytes, checksum }, ...numbers) =>
    asBytes.complete(key, { bytes: Buffer.from(bytes), checksum }, ...numbers),
};

/** Validates the batches of a flight in order, each after the one before it, and numbers those that are accepted. */
export function decide(
  batches: readonly Batch<ValueBytes>[],
  last: Version,
  state: FlightState,
  recent: RecentWrites,
): Decision {
  const changes = new Map<string, ValueBytes | null>();
  const read = (key: string): string | null => {
    const changed = changes.get(key);
    return changed === undefined ? state.valueOf(key) : (changed?.bytes.toString() ?? null);
  };
  let number = last;
  const answers = batches.map(({ checks, writes, asOf, atLeast = 0 }) => {
    if (!checks.every((check) => state.holds(check, asOf))) return false;
    if (writes.length === 0) return number;
    number = Math.max(number + 1, atLeast);
    for (const { key, value } of materialize(writes, number, read, asCopies)) {
      changes.set(key, value);
      recent.note(key, bucketOf(key), number);
    }
    return number;
  });
  return { answers, number, changes };
}

import type { RecentWrites } from "@postern/core/drivers";
import { asText, type Batch, materialize, type Version } from "@postern/core/storage";
import { bucketOf } from "@postern/core/verify";
import type { FlightState } from "./checks.ts";

/** What a flight writes. */
export interface Decision {
  readonly answers: (Version | false)[];
  /** The number after the flight. */
  readonly number: Version;
  /** The new text of each key, null if it is deleted. */
  readonly changes: ReadonlyMap<string, string | null>;
}

/** Validates the batches of a flight in order, each after the one before it, and numbers those that are accepted. */
export function decide(batches: readonly Batch[], last: Version, state: FlightState, recent: RecentWrites): Decision {
  const changes = new Map<string, string | null>();
  const read = (key: string): string | null => {
    const changed = changes.get(key);
    return changed === undefined ? state.valueOf(key) : changed;
  };
  let number = last;
  const answers = batches.map(({ checks, writes, asOf, atLeast = 0 }) => {
    if (!checks.every((check) => state.holds(check, asOf))) return false;
    if (writes.length === 0) return number;
    number = Math.max(number + 1, atLeast);
    for (const { key, value } of materialize(writes, number, read, asText)) {
      changes.set(key, value);
      recent.note(key, bucketOf(key), number);
    }
    return number;
  });
  return { answers, number, changes };
}

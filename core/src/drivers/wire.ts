import { type Batch, type Check, isSingleKey, type Write } from "../storage/index.ts";
import { SPARE, type ValueBytes } from "./value-bytes.ts";

const encoder = new TextEncoder();

const PUT = 0;
const ADD = 1;
const PLACE = 2;

/**
 * Batches as one text of keys, one buffer of values and one list of numbers, which another thread receives as copies of
 * memory. A list of many strings would be written and read one by one.
 */
export interface Flat {
  readonly keys: string;
  /** UTF-8, each value with spare bytes for its checksum. */
  readonly values: Uint8Array;
  /** Kinds, counts, versions, and the lengths of keys and values: -1 for null. */
  readonly numbers: Float64Array;
}

/** Batches in a form that is sent to a thread without copying their texts one by one. `unflatten` restores them. */
export function flatten(batches: readonly Batch[]): Flat {
  const keys: string[] = [];
  const values: string[] = [];
  const numbers: number[] = [];
  /** Where in the numbers the length of each value is. */
  const lengths: number[] = [];

  function pushKey(key: string | null): void {
    numbers.push(key === null ? -1 : key.length);
    if (key !== null) keys.push(key);
  }

  function pushValue(value: string | null): void {
    if (value !== null) {
      lengths.push(numbers.length);
      values.push(value, ROOM);
    }
    numbers.push(value === null ? -1 : value.length + SPARE);
  }

  function pushWrite(write: Write): void {
    if ("add" in write) {
      numbers.push(ADD, write.add);
      pushKey(write.key);
    } else if ("place" in write) {
      numbers.push(PLACE);
      pushKey(write.key);
      pushKey(write.place);
      pushValue(write.value);
    } else {
      numbers.push(PUT);
      pushKey(write.key);
      pushValue(write.value);
    }
  }

  for (const { checks, writes, asOf = -1, atLeast = 0 } of batches) {
    numbers.push(atLeast, asOf, checks.length);
    for (const check of checks) {
      pushKey(check.start);
      pushKey(isSingleKey(check) ? null : check.end);
      numbers.push(check.found.length);
      for (const { key, version } of check.found) {
        pushKey(key);
        numbers.push(version);
      }
    }
    numbers.push(writes.length);
    for (const write of writes) pushWrite(write);
  }
  const text = values.join("");
  const bytes = encoder.encode(text);
  if (bytes.length > text.length)
    lengths.forEach((at, n) => {
      numbers[at] = Buffer.byteLength(values[2 * n] as string) + SPARE;
    });
  return { keys: keys.join(""), values: bytes, numbers: Float64Array.from(numbers) };
}

const ROOM = " ".repeat(SPARE);

/** Restores flattened batches, which must come from `flatten`. */
export function unflatten({ keys, values, numbers }: Flat): Batch<ValueBytes>[] {
  let at = 0;
  let keyAt = 0;
  let valueAt = values.byteOffset;

  function number(): number {
    if (at >= numbers.length) throw new RangeError("The list of batches is truncated");
    return numbers[at++] as number;
  }

  function keyOrNull(): string | null {
    const length = number();
    if (length < 0) return null;
    const from = keyAt;
    keyAt += length;
    if (keyAt > keys.length) throw new RangeError("The list of batches is truncated");
    return keys.slice(from, keyAt);
  }
  const key = () => keyOrNull() as string;

  function valueOrNull(): ValueBytes | null {
    const length = number();
    if (length < 0) return null;
    const from = valueAt;
    valueAt += length;
    return { bytes: Buffer.from(values.buffer, from, length), checksum: 0 };
  }

  function check(): Check {
    const start = key();
    const end = keyOrNull() ?? `${start}\0`;
    return { start, end, found: times(number(), () => ({ key: key(), version: number() })) };
  }

  function write(): Write<ValueBytes> {
    const kind = number();
    if (kind === ADD) {
      const add = number();
      return { key: key(), add };
    }
    if (kind === PLACE) return { key: key(), place: keyOrNull(), value: valueOrNull() as ValueBytes };
    return { key: key(), value: valueOrNull() };
  }

  const batches: Batch<ValueBytes>[] = [];
  while (at < numbers.length) {
    const atLeast = number();
    const asOf = number();
    const checks = times(number(), check);
    batches.push({ atLeast, asOf: asOf < 0 ? undefined : asOf, checks, writes: times(number(), write) });
  }
  return batches;
}

function times<T>(count: number, make: () => T): T[] {
  const items: T[] = [];
  for (let n = 0; n < count; n++) items.push(make());
  return items;
}

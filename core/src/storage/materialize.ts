import type { Put, Write } from "./driver.ts";
import { fillIn, inKey, inValue, MARK, STAMP, type Version } from "./number.ts";
import { decodeRecord, encodeJson, seal } from "./record.ts";

/** How a driver holds values: as text, or as bytes that are completed in place. */
export interface ValueForm<V> {
  /** The record with this JSON text as its data. */
  record(json: string): V;
  /** Replaces the markers by the commit number, and adds the checksum. */
  complete(key: string, value: V, decimal: string, hex: string): V;
}

const fill = (text: string, decimal: string, hex: string): string => fillIn(fillIn(text, MARK, decimal), STAMP, hex);

/** Records as text. */
export const asText: ValueForm<string> = {
  record: encodeJson,
  complete: (key, text, decimal, hex) => seal(key, fill(text, decimal, hex)),
};

/** The same, for a driver that has its own checksums. */
export const asPlainText: ValueForm<string> = { ...asText, complete: (_key, ...rest) => fill(...rest) };

/**
 * The writes as they are stored: markers replaced by the commit number, counters added up, members moved, and each
 * record in the form of the driver.
 *
 * Called by a driver during its commit. `read` returns the current text of a key, including earlier batches of the
 * group. Throws DamagedRecord if a counter or a pointer is damaged.
 */
export function materialize<V>(
  writes: readonly Write<V>[],
  number: Version,
  read: (key: string) => string | null,
  form: ValueForm<V>,
): Put<V>[] {
  const puts: Put<V>[] = [];
  const hex = inKey(number);
  const decimal = inValue(number);

  function put(key: string, value: V | null, isNew = false): void {
    puts.push(value === null ? { key, value } : { key, value: form.complete(key, value, decimal, hex), isNew });
  }

  for (const write of writes) {
    const key = fillKey(write.key, hex);
    if ("add" in write) {
      const sum = dataAt<number>(key, read, 0) + write.add;
      put(key, sum === 0 ? null : form.record(String(sum)));
    } else if ("place" in write) {
      const old = dataAt<string | null>(key, read, null);
      const place = write.place === null ? null : fillKey(write.place, hex);
      if (old === place) continue;
      if (old !== null) put(old, null);
      if (place !== null) put(place, write.value);
      put(key, place === null ? null : form.record(`"${place}"`));
    } else put(key, write.value, key !== write.key);
  }
  return puts;
}

/** The keys that `materialize` reads, for a driver that must fetch them first. */
export function keysToMaterialize(writes: readonly Write<unknown>[]): string[] {
  return writes.filter((write) => !("value" in write) || "place" in write).map(({ key }) => key);
}

function dataAt<T>(key: string, read: (key: string) => string | null, none: T): T {
  const text = read(key);
  return text === null ? none : (decodeRecord(key, text).data as T);
}

const fillKey = (key: string, hex: string): string => fillIn(fillIn(key, MARK, hex), STAMP, hex);

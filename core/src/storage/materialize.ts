import type { Put, Write } from "./driver.ts";
import { inKey, inValue, MARK, STAMP, type Version } from "./number.ts";
import { decodeRecord, encodeJson, seal } from "./record.ts";

/**
 * The writes as they are stored: markers replaced by the commit number, counters added up, members moved, and each
 * record sealed with a checksum, unless the driver has its own.
 *
 * Called by a driver during its commit. `read` returns the current value of a key, including earlier batches of the
 * group. Throws DamagedRecord if a counter or a pointer is damaged.
 */
export function materialize(
  writes: readonly Write[],
  number: Version,
  read: (key: string) => string | null,
  { checksum = true }: { checksum?: boolean } = {},
): Put[] {
  const puts: Put[] = [];
  const hex = inKey(number);
  const decimal = inValue(number);

  function put(key: string, text: string): void {
    const value = fillIn(fillIn(text, MARK, decimal), STAMP, hex);
    puts.push({ key, value: checksum ? seal(key, value) : value });
  }

  for (const write of writes) {
    const key = fillKey(write.key, hex);
    if ("add" in write) {
      const sum = dataAt<number>(key, read, 0) + write.add;
      if (sum === 0) puts.push({ key, value: null });
      else put(key, encodeJson(String(sum)));
    } else if ("place" in write) {
      const old = dataAt<string | null>(key, read, null);
      const place = write.place === null ? null : fillKey(write.place, hex);
      if (old === place) continue;
      if (old !== null) puts.push({ key: old, value: null });
      if (place === null) puts.push({ key, value: null });
      else {
        put(place, write.value);
        put(key, encodeJson(`"${place}"`));
      }
    } else if (write.value === null) puts.push({ key, value: null });
    else put(key, write.value);
  }
  return puts;
}

/** The keys that `materialize` reads, for a driver that must fetch them first. */
export function keysToMaterialize(writes: readonly Write[]): string[] {
  return writes.filter((write) => !("value" in write) || "place" in write).map(({ key }) => key);
}

function dataAt<T>(key: string, read: (key: string) => string | null, none: T): T {
  const text = read(key);
  return text === null ? none : (decodeRecord(key, text).data as T);
}

const fillKey = (key: string, hex: string): string => fillIn(fillIn(key, MARK, hex), STAMP, hex);

/** Most texts contain at most one marker, for which slicing is cheaper than a search and replace. */
function fillIn(text: string, mark: string, number: string): string {
  const at = text.indexOf(mark);
  if (at < 0) return text;
  const rest = text.slice(at + mark.length);
  return text.slice(0, at) + number + (rest.includes(mark) ? rest.replaceAll(mark, number) : rest);
}

import { withDeadline } from "../deadline.ts";
import type { StoreDriver } from "../driver.ts";
import { StoreUnavailable, unavailable } from "../errors.ts";
import { isEncodedKey } from "../key.ts";
import { inValue } from "../number.ts";

/** A plain driver with strict types and a time limit: every call returns what its type says or throws. */
export interface GuardedDriver {
  getItem(key: string): Promise<string | null>;
  /**
   * Puts a value, or deletes it if null. Refused while an earlier write hangs, because that one could be applied later.
   */
  write(key: string, value: string | null): Promise<void>;
  /** All keys of the store, sorted and distinct. Foreign files in the same folder are ignored. */
  keys(): Promise<string[]>;
}

/** Some drivers throw strings, return errors, return parsed JSON, never answer, or share their folder with others. */
export function guarded(driver: StoreDriver, limit: number): GuardedDriver {
  let hanging = 0;

  async function within<T>(doing: string, call: () => T | Promise<T>, writes = false): Promise<T> {
    try {
      const answer = call();
      if (!(answer instanceof Promise)) return orThrow(answer);
      const late = () => {
        if (writes) hanging++;
        if (writes) answer.catch(() => {}).finally(() => hanging--);
        return new StoreUnavailable("timeout", `The store did not ${doing} within ${limit} ms`);
      };
      return orThrow(await withDeadline(limit, answer, late));
    } catch (error) {
      throw unavailable(error, doing);
    }
  }

  return {
    getItem: async (key) => textOf(await within<unknown>("read", () => driver.getItem(key, {}))),
    async write(key, value) {
      if (hanging > 0) throw new StoreUnavailable("timeout", "An earlier write has not finished");
      const { setItem, removeItem } = driver;
      if (!setItem || !removeItem)
        throw new StoreUnavailable("read_only", `The storage driver ${driver.name} cannot write`);
      if (value === null) await within("remove", () => removeItem.call(driver, key, {}), true);
      else await within("write", () => setItem.call(driver, key, value, {}), true);
    },
    async keys() {
      const listed = await within("list its keys", () => driver.getKeys?.("", {}) ?? []);
      // Drivers for files and paths list keys with slashes, which an encoded key never contains.
      const names = listed.map((key) => String(key).replace(/[/\\]/g, ":"));
      return [...new Set(names.filter(isEncodedKey))].sort();
    },
  };
}

function orThrow<T>(answer: T): T {
  if (answer instanceof Error) throw answer;
  return answer;
}

/** The text that was written, even if the driver has parsed it as JSON. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  const { v, d, ...seal } = value as { v?: unknown; d?: unknown; c?: unknown; k?: unknown };
  if (typeof v !== "number") return JSON.stringify(value);
  const [name] = Object.keys(seal);
  return `{"v":${inValue(v)},"d":${JSON.stringify(d)}${name === undefined ? "" : `,"${name}":${JSON.stringify(seal[name as "k"])}`}}`;
}

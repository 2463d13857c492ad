import type { StoreDriver } from "../driver.ts";
import { StoreUnavailable, unavailable } from "../errors.ts";
import { isSpelled } from "../key.ts";
import { inValue } from "../number.ts";

/** A plain driver, held to strings and to time: what it promises by its type, it does, or an error says that it did not. */
export interface HonestDriver {
  getItem(key: string): Promise<string | null>;
  /** Puts a value, or (null) removes it. Refused while an earlier write hangs: that one could come after this one. */
  write(key: string, value: string | null): Promise<void>;
  /** All keys of the store, in order and each once; what else lies in the same place is left out. */
  keys(): Promise<string[]>;
}

/** Some drivers throw a text, answer an error, hand out parsed JSON, never come back, or share their place with others. */
export function honest(driver: StoreDriver, limit: number): HonestDriver {
  let hanging = 0;

  async function within<T>(doing: string, call: () => T | Promise<T>, writes = false): Promise<T> {
    let lapse: NodeJS.Timeout | undefined;
    try {
      const answer = call();
      if (!(answer instanceof Promise)) return orThrow(answer);
      const late = new Promise<never>((_, reject) => {
        lapse = setTimeout(() => {
          if (writes) hanging++;
          if (writes) answer.catch(() => {}).finally(() => hanging--);
          reject(
            new StoreUnavailable("timeout", `The store did not ${doing} within ${limit} ms`, {
              outcomeUnknown: writes,
            }),
          );
        }, limit);
      });
      return orThrow(await Promise.race([answer, late]));
    } catch (error) {
      throw unavailable(error, doing);
    } finally {
      clearTimeout(lapse);
    }
  }

  return {
    getItem: async (key) => textOf(await within<unknown>("read", () => driver.getItem(key, {}))),
    async write(key, value) {
      if (hanging > 0)
        throw new StoreUnavailable("timeout", "The store still works on a write that it did not finish in time");
      const { setItem, removeItem } = driver;
      if (!setItem || !removeItem)
        throw new StoreUnavailable("read_only", `The storage driver ${driver.name} cannot write`);
      if (value === null) await within("remove", () => removeItem.call(driver, key, {}), true);
      else await within("write", () => setItem.call(driver, key, value, {}), true);
    },
    async keys() {
      const listed = await within("list its keys", () => driver.getKeys("", {}));
      // Drivers over files and paths list keys with slashes; an encoded key never contains one.
      const names = listed.map((key) => String(key).replace(/[/\\]/g, ":"));
      return [...new Set(names.filter(isSpelled))].sort();
    },
  };
}

function orThrow<T>(answer: T): T {
  if (answer instanceof Error) throw answer;
  return answer;
}

/** The text that was written, where the driver has read JSON in it. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  const { v, d, ...seal } = value as { v?: unknown; d?: unknown; c?: unknown; k?: unknown };
  if (typeof v !== "number") return JSON.stringify(value);
  const [name] = Object.keys(seal);
  return `{"v":${inValue(v)},"d":${JSON.stringify(d)}${name === undefined ? "" : `,"${name}":${JSON.stringify(seal[name as "k"])}`}}`;
}

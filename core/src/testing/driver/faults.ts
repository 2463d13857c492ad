import type { StoreDriver } from "../../storage/index.ts";
import type { Bench } from "./place.ts";

/** What a driver does around its commits. A driver's own `commit` is tested as it is. */
const CALLS = ["getItem", "setItem", "removeItem", "getKeys", "range", "keys", "count", "position"] as const;

/** Lets one chosen call of a driver fail. */
export function createFaults(): { around(driver: StoreDriver): StoreDriver; failCall: Bench["failCall"] } {
  /** How many calls succeed before the one that fails. */
  let left = Number.POSITIVE_INFINITY;
  const failsNow = (): boolean => left-- === 0;

  function around(driver: StoreDriver): StoreDriver {
    const wrapped: StoreDriver = { ...driver };
    for (const name of CALLS) {
      const call = driver[name] as ((...args: unknown[]) => unknown) | undefined;
      if (!call) continue;
      const broken = (...args: unknown[]) => {
        if (failsNow()) throw new Error(`${name} fails`);
        return call.apply(driver, args);
      };
      Object.assign(wrapped, { [name]: broken });
    }
    return wrapped;
  }

  function failCall(at: number): () => boolean {
    left = at;
    return () => {
      const hasFailed = left < 0;
      left = Number.POSITIVE_INFINITY;
      return hasFailed;
    };
  }

  return { around, failCall };
}

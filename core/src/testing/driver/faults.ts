import type { StoreDriver } from "../../storage/index.ts";
import type { Bench, Failure } from "./place.ts";

/** What a driver does around its commits. A driver's own `commit` is tested as it is. */
const CALLS = ["getItem", "setItem", "removeItem", "getKeys", "range", "keys", "count", "position"] as const;

/** Lets calls of a driver fail from a chosen one on. */
export function createFaults(): { around(driver: StoreDriver): StoreDriver; failCall: Bench["failCall"] } {
  /** How many calls succeed before the first that fails. */
  let left = Number.POSITIVE_INFINITY;
  let how: Failure = "once";

  function around(driver: StoreDriver): StoreDriver {
    const wrapped: StoreDriver = { ...driver };
    for (const name of CALLS) {
      const call = driver[name] as ((...args: unknown[]) => unknown) | undefined;
      if (!call) continue;
      const broken = (...args: unknown[]) => {
        const place = left--;
        if (place > 0 || (place < 0 && how === "once")) return call.apply(driver, args);
        const error = new Error(`${name} fails`);
        if (place < 0 || how === "once") throw error;
        return Promise.resolve(call.apply(driver, args)).then(() => Promise.reject(error));
      };
      Object.assign(wrapped, { [name]: broken });
    }
    return wrapped;
  }

  function failCall(at: number, given: Failure): () => boolean {
    left = at;
    how = given;
    return () => {
      const hasFailed = left < 0;
      left = Number.POSITIVE_INFINITY;
      return hasFailed;
    };
  }

  return { around, failCall };
}

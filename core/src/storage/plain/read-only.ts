import type { CompleteDriver } from "../driver.ts";
import { StoreUnavailable } from "../errors.ts";

/** The same store for reading only: each commit is refused, for this reason. */
export function readOnly(driver: CompleteDriver, reason: string): CompleteDriver {
  const trouble = new StoreUnavailable("read_only", reason);
  return {
    ...driver,
    getItem: (key) => driver.getItem(key),
    range: (query) => driver.range(query),
    commit: () => Promise.reject(trouble),
    trouble: () => trouble,
  };
}

/** Why the store took nothing of what some work was to write; undefined where it took all. Other errors are thrown on. */
export async function refusalIn(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof StoreUnavailable) return error.message;
    throw error;
  }
}

import type { CompleteDriver } from "../driver.ts";
import { StoreUnavailable } from "../errors.ts";

/** The same store, read-only: each commit is rejected with this reason. */
export function readOnly(driver: CompleteDriver, reason: string): CompleteDriver {
  const trouble = new StoreUnavailable("read_only", reason, { nothingWritten: true });
  return { ...driver, commit: () => Promise.reject(trouble), trouble: () => trouble };
}

/** Why the store refused the writes of some work. Undefined if it accepted them. Other errors are rethrown. */
export const refusalIn = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof StoreUnavailable ? error.message : Promise.reject(error)),
  );

import { encodeKey } from "@postern/core/storage";
import { expect } from "vitest";
import { until } from "./until.ts";

interface Bounds {
  readonly start: string;
  readonly end: string;
}

/** The entries among which the worker of a queue looks for the next one that is due. */
export const dueIn = (queue: string): string => encodeKey([`${queue}.entry.byDue`, "waiting"]);

/**
 * Watches a worker that looks for the next due work below the key `below`. Give the returned store to its gateway only.
 * `looked` resolves when the worker has looked at the present state and started all that is due: it has ended a
 * look that began after the call.
 */
export function watchLooks<S extends object>(storage: S, below: string): { storage: S; looked: () => Promise<void> } {
  const { range } = storage as { range: (asked: Bounds) => unknown };
  let looks = 0;
  const watched = (asked: Bounds) => {
    if (asked.start === below && asked.end === `${below}"`) looks++;
    return range(asked);
  };
  return {
    storage: { ...storage, range: watched },
    async looked() {
      const before = looks;
      // A look begins when the one before it has ended.
      await until(() => expect(looks).toBeGreaterThanOrEqual(before + 2));
    },
  };
}

import { type CompleteDriver, encodeKey } from "@postern/core/storage";
import { expect } from "vitest";
import { until } from "./until.ts";

/** The entries among which the worker of a queue looks for the next one that is due. */
export const dueIn = (queue: string): string => encodeKey([`${queue}.entry.byDue`, "waiting"]);

/**
 * Watches a worker that looks for the next due work below the key `below`. Give the returned store to its gateway only.
 * `looked` resolves when the worker has looked at the present state and started all that is due: it has ended a
 * look that began after the call. `looks` is how often it has looked.
 */
export function watchLooks<S extends object>(
  storage: S,
  below: string,
): { storage: S; looks: () => number; looked: () => Promise<void> } {
  const { range, commit } = storage as unknown as CompleteDriver;
  let looks = 0;
  const watched = (asked: Parameters<typeof range>[0]) => {
    if (asked.start === below && asked.end === `${below}"`) looks++;
    return range(asked);
  };
  return {
    storage: { ...storage, range: watched },
    looks: () => looks,
    async looked() {
      const before = looks;
      // A look begins when the one before it has ended, and after a commit: an idle worker does not look.
      await until(async () => {
        await commit([{ checks: [], writes: [{ key: "nothing", value: null }] }]);
        expect(looks).toBeGreaterThanOrEqual(before + 2);
      });
    },
  };
}

import type { Records } from "@postern/core";
import { runners } from "./collections.ts";
import { NoRunner } from "./errors.ts";
import type { State } from "./group.ts";

/** Lease of a process that runs agents, in ms. */
export const LEASE = 20_000;

/** Throws if no process can run agents. */
export async function assertRunner({
  store,
  state,
  now,
}: {
  store: Records;
  state: State;
  now: number;
}): Promise<void> {
  if (state.isRunner) return;
  // A lease that ends later than that is from before the clock was set back, and does not count.
  // The read is unchecked because a renewed lease must not make the call retry.
  const { items } = await store.unchecked.find(runners, {
    by: "byUntil",
    from: [now + 1],
    to: [now + LEASE + 1],
    limit: 1,
  });
  if (items.length === 0) throw NoRunner({});
}

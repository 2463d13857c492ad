import type { Records } from "@postern/core";
import { runners } from "./collections.ts";
import { NoRunner } from "./errors.ts";
import type { State } from "./group.ts";

/** Milliseconds that a process which runs agents is believed to be there without being heard of. */
export const LEASE = 20_000;

/** Refuses what needs an agent's process where there is nobody to run it. */
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
  // One that would be believed longer than a lease has a clock that was set back since.
  // Whichever it is that runs, and for how long: the call depends on none of it.
  const { items } = await store.unchecked.find(runners, {
    by: "byUntil",
    from: [now + 1],
    to: [now + LEASE + 1],
    limit: 1,
  });
  if (items.length === 0) throw NoRunner({});
}

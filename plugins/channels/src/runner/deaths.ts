import type { Transacting } from "@postern/core";
import { runnerDied } from "./events.ts";
import { type Claim, claims, heartbeats, intents, ONE } from "./records.ts";
import { describeExit, type Exit, type SupervisorState } from "./supervise/state.ts";

/** Whether the last exit was a crash. A runner that ends cleanly reports that itself. */
const isDeath = (last: Exit | undefined): last is Exit => last !== undefined && !last.isAsked && last.code !== 0;

/** Identifies a crash that a supervisor saw. */
const deathId = ({ pid, start, exits }: SupervisorState): string => `${pid} ${start} ${exits}`;

/** Whether the last crash that a supervisor saw was already reported. */
export const isReported = (state: SupervisorState | undefined, reported: string | undefined): boolean =>
  state === undefined || !isDeath(state.last) || deathId(state) === reported;

/** Reports the last crash that a supervisor saw, once, and removes the claim of the dead runner. */
export async function reportDeath(
  { store, emit }: Pick<Transacting, "store" | "emit">,
  state: SupervisorState,
): Promise<void> {
  const intent = await store.get(intents, ONE);
  const { last } = state;
  if (!isDeath(last) || deathId(state) === intent?.told) return;
  await store.put(intents, { ...intent, told: deathId(state) });
  const claim = await store.get(claims, ONE);
  if (claim !== undefined && claim.pid === last.pid && claim.startedAt <= last.at) await removeClaim(store);
  const pid = last.pid !== undefined && { pid: last.pid };
  emit(runnerDied, { ...pid, at: last.at, reason: describeExit(last), restarts: state.exits });
}

/** Reports a runner that disappeared without a supervisor, once: its claim is removed in the same commit. */
export async function reportLoss({ store, now, emit }: Pick<Transacting, "store" | "now" | "emit">, lost: Claim) {
  const claim = await store.get(claims, ONE);
  if (claim?.id !== lost.id) return;
  await removeClaim(store);
  emit(runnerDied, { pid: lost.pid, at: now, reason: "the runner disappeared without a report", restarts: 0 });
}

export async function removeClaim(store: Transacting["store"]): Promise<void> {
  await store.delete(claims, ONE);
  await store.delete(heartbeats, ONE);
}

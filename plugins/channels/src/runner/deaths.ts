import type { Transacting } from "@postern/core";
import { runnerDied } from "./events.ts";
import { beats, type Claim, claims, ONE, wishes } from "./records.ts";
import { type Exit, type SupervisorState, wordsOf } from "./supervise/state.ts";

/** Whether the last exit was a crash. A runner that ends cleanly reports that itself. */
const isDeath = (last: Exit | undefined): last is Exit => last !== undefined && !last.isAsked && last.code !== 0;

/** Identifies a crash that a supervisor saw. */
const nameOf = ({ pid, start, exits }: SupervisorState): string => `${pid} ${start} ${exits}`;

/** Whether the last crash that a supervisor saw was already reported. */
export const isTold = (state: SupervisorState | undefined, told: string | undefined): boolean =>
  state === undefined || !isDeath(state.last) || nameOf(state) === told;

/** Reports the last crash that a supervisor saw, once, and removes the claim of the dead runner. */
export async function tellDeath(
  { store, emit }: Pick<Transacting, "store" | "emit">,
  state: SupervisorState,
): Promise<void> {
  const wish = await store.get(wishes, ONE);
  const { last } = state;
  if (!isDeath(last) || nameOf(state) === wish?.told) return;
  await store.put(wishes, { ...wish, told: nameOf(state) });
  const claim = await store.get(claims, ONE);
  if (claim !== undefined && claim.pid === last.pid && claim.startedAt <= last.at) await removeClaim(store);
  const pid = last.pid !== undefined && { pid: last.pid };
  emit(runnerDied, { ...pid, at: last.at, reason: wordsOf(last), restarts: state.exits });
}

/** Reports a runner that disappeared without a supervisor, once: its claim is removed in the same commit. */
export async function tellLoss({ store, now, emit }: Pick<Transacting, "store" | "now" | "emit">, lost: Claim) {
  const claim = await store.get(claims, ONE);
  if (claim?.id !== lost.id) return;
  await removeClaim(store);
  emit(runnerDied, { pid: lost.pid, at: now, reason: "the runner disappeared without a report", restarts: 0 });
}

export async function removeClaim(store: Transacting["store"]): Promise<void> {
  await store.delete(claims, ONE);
  await store.delete(beats, ONE);
}

import type { Transacting } from "@postern/core";
import { isHere, processStatus } from "@postern/core/process";
import { renewedAtOf } from "./claim-status.ts";
import { runnerDied } from "./events.ts";
import { placeOf } from "./place.ts";
import { type Claim, claims, heartbeats, type Intent, intents, ONE } from "./records.ts";
import { describeExit, type Exit, type SupervisorState } from "./supervise/state.ts";

/** Number of places whose last crash is remembered. Each restart of a machine or container makes a new place. */
const MAX_PLACES = 100;

/** Whether the last exit was a crash. A runner that ends cleanly, or that must not run, reports that itself. */
const isDeath = (last: Exit | undefined): last is Exit =>
  last !== undefined && !last.isAsked && !last.isFinal && last.code !== 0;

/** Identifies a crash that a supervisor saw. */
const deathId = ({ pid, start, exits }: SupervisorState): string => `${pid} ${start} ${exits}`;
/** The place in the id of a crash: of each, the last crash is remembered. */
const placeIn = (id: string): string => placeOf(id.split(" ")[1] ?? "");
const reportedIn = (told: Intent["told"]): readonly string[] => (typeof told === "string" ? [told] : (told ?? []));

/** Whether the last crash that a supervisor saw was already reported. */
export const isReported = (state: SupervisorState | undefined, reported: Intent["told"]): boolean =>
  state === undefined || !isDeath(state.last) || reportedIn(reported).includes(deathId(state));

/** Reports the last crash that a supervisor on this host saw, once, and removes the claim of the dead runner. */
export async function reportDeath(
  { store, now, emit }: Pick<Transacting, "store" | "now" | "emit">,
  state: SupervisorState,
): Promise<void> {
  const intent = await store.get(intents, ONE);
  const { last } = state;
  if (!isDeath(last) || isReported(state, intent?.told)) return;
  const id = deathId(state);
  const others = reportedIn(intent?.told).filter((other) => placeIn(other) !== placeIn(id));
  await store.put(intents, { ...intent, told: [...others, id].slice(-MAX_PLACES), diedAt: now });
  const claim = await store.get(claims, ONE);
  // The same pid can be a living process of another machine or container.
  if (claim?.pid === last.pid && claim && isHere(claim) && processStatus(claim) === "gone") await removeClaim(store);
  const pid = last.pid !== undefined && { pid: last.pid };
  emit(runnerDied, { ...pid, at: last.at, reason: describeExit(last), restarts: state.exits });
}

/** Reports a runner that disappeared without a supervisor, once: its claim is removed in the same commit. */
export async function reportLoss({ store, now, emit }: Pick<Transacting, "store" | "now" | "emit">, lost: Claim) {
  const claim = await store.get(claims, ONE);
  if (claim?.id !== lost.id) return;
  await store.put(intents, { ...(await store.get(intents, ONE)), diedAt: await renewedAtOf(store, claim) });
  await removeClaim(store);
  const reason = isHere(lost)
    ? "the runner disappeared without a report"
    : `the runner on host "${lost.host}" disappeared without a report`;
  emit(runnerDied, { pid: lost.pid, at: now, reason, restarts: 0 });
}

export async function removeClaim(store: Transacting["store"]): Promise<void> {
  await store.delete(claims, ONE);
  await store.delete(heartbeats, ONE);
}

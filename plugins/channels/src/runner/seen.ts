import type { Reads } from "@postern/core";
import { type ProcessMark, standingOf } from "@postern/core/process";
import { type Beat, beats, type Claim, claims, ONE, standingOfClaim, type Wish, wishes } from "./records.ts";
import { readState, type SupervisorState } from "./supervise/state.ts";

/** Everything known about the runner. */
export interface Seen {
  readonly wish?: Wish;
  /** The runner's claim while its process is alive. */
  readonly claim?: Claim;
  /** Whether that process is certainly the claimed one. */
  readonly isCertain: boolean;
  /** A claim whose process has ended. */
  readonly dead?: Claim;
  /** The last report of the live runner. */
  readonly beat?: Beat;
  /** The last state that a supervisor wrote, even if it has ended. */
  readonly state?: SupervisorState;
  /** A supervisor that is alive. */
  readonly supervisor?: ProcessMark;
}

export async function look(store: Reads, data: string | undefined, now: number): Promise<Seen> {
  const wish = await store.get(wishes, ONE);
  const found = await store.get(claims, ONE);
  const standing = found && (await standingOfClaim(store, found, now));
  const claim = standing === "gone" ? undefined : found;
  const beat = await store.get(beats, ONE);
  const state = data === undefined ? undefined : readState(data);
  // The file may name a supervisor that the store does not know, for example after a restore.
  const supervisor = [wish?.supervisor, state].find((mark) => mark !== undefined && standingOf(mark) === "alive");
  return {
    ...(wish && { wish }),
    ...(claim && { claim }),
    isCertain: standing === "alive",
    ...(found && !claim && { dead: found }),
    ...(claim && beat?.claim === claim.id && { beat }),
    ...(state && { state }),
    ...(supervisor && { supervisor }),
  };
}

/** The process of a live runner, whether it has already written its claim or not. */
export function processOf({ claim, state, supervisor }: Seen): ProcessMark | undefined {
  if (claim) return claim;
  const child = supervisor && state?.pid === supervisor.pid ? state.runner : undefined;
  return child && standingOf(child) === "alive" ? child : undefined;
}

import type { Reads } from "@postern/core";
import { type ProcessMark, standingOf } from "@postern/core/process";
import { type Beat, beats, type Claim, claims, ONE, standingOfClaim, type Wish, wishes } from "./records.ts";
import { readState, type SupervisorState } from "./supervise/state.ts";

/** All that tells how the runner stands, as far as it is there. */
export interface Seen {
  readonly wish?: Wish;
  /** The runner's claim while its process lives. */
  readonly claim?: Claim;
  /** Whether that process is certainly the one that is meant. */
  readonly isCertain: boolean;
  /** A claim whose process is gone. */
  readonly dead?: Claim;
  /** What the living runner last said. */
  readonly beat?: Beat;
  /** What a supervisor last said, also one that is gone. */
  readonly state?: SupervisorState;
  /** A supervisor that lives. */
  readonly supervisor?: ProcessMark;
}

export async function look(store: Reads, data: string | undefined, now: number): Promise<Seen> {
  const wish = await store.get(wishes, ONE);
  const found = await store.get(claims, ONE);
  const standing = found && (await standingOfClaim(store, found, now));
  const claim = standing === "gone" ? undefined : found;
  const beat = await store.get(beats, ONE);
  const state = data === undefined ? undefined : readState(data);
  // The file tells of a supervisor that the store does not know, such as after it was restored from a backup.
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

/** The process of a runner that has not come so far as to claim its place, or has, whichever is known to live. */
export function processOf({ claim, state, supervisor }: Seen): ProcessMark | undefined {
  if (claim) return claim;
  const child = supervisor && state?.pid === supervisor.pid ? state.runner : undefined;
  return child && standingOf(child) === "alive" ? child : undefined;
}

import type { Reads } from "@postern/core";
import { type ProcessMark, processStatus } from "@postern/core/process";
import type { Watch } from "../state.ts";
import { type Claim, claimStatus, claims, type Heartbeat, heartbeats, type Intent, intents, ONE } from "./records.ts";
import { readState, type SupervisorState } from "./supervise/state.ts";

/** Everything known about the runner. */
export interface Observation {
  readonly intent?: Intent;
  /** The runner's claim while its process is alive. */
  readonly claim?: Claim;
  /** Whether that process is certainly the claimed one. */
  readonly isCertain: boolean;
  /** A claim whose process has ended. */
  readonly dead?: Claim;
  /** The last report of the live runner. */
  readonly heartbeat?: Heartbeat;
  /** The last state that a supervisor wrote, even if it has ended. */
  readonly state?: SupervisorState;
  /** A supervisor that is alive. */
  readonly supervisor?: ProcessMark;
  /** How this process restarts a missing runner, if it does. */
  readonly watch?: Watch;
}

interface Observed {
  readonly store: Reads;
  readonly config: { readonly data?: string };
  readonly state: { readonly watch: Watch | undefined };
}

export async function observe(
  { store, config: { data }, state: { watch } }: Observed,
  now: number,
): Promise<Observation> {
  const intent = await store.get(intents, ONE);
  const found = await store.get(claims, ONE);
  const status = found && (await claimStatus(store, found, now));
  const claim = status === "gone" ? undefined : found;
  const heartbeat = await store.get(heartbeats, ONE);
  const state = data === undefined ? undefined : readState(data);
  // The file may name a supervisor that the store does not know, for example after a restore.
  const supervisor = [intent?.supervisor, state].find((mark) => mark !== undefined && processStatus(mark) === "alive");
  return {
    ...(intent && { intent }),
    ...(claim && { claim }),
    isCertain: status === "alive",
    ...(found && !claim && { dead: found }),
    ...(claim && heartbeat?.claim === claim.id && { heartbeat }),
    ...(state && { state }),
    ...(supervisor && { supervisor }),
    ...(watch && { watch }),
  };
}

/** The process of a live runner, whether it has already written its claim or not. */
export function processOf({ claim, state, supervisor }: Observation): ProcessMark | undefined {
  if (claim) return claim;
  const child = supervisor && state?.pid === supervisor.pid ? state.runner : undefined;
  return child && processStatus(child) === "alive" ? child : undefined;
}

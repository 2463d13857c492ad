import type { Reads } from "@postern/core";
import { isHere, type ProcessMark, processStatus } from "@postern/core/process";
import { LEASE } from "@postern/kit/queue";
import type { Watch } from "../state.ts";
import { claimStatus, renewedAtOf } from "./claim-status.ts";
import { type Claim, claims, type Heartbeat, heartbeats, type Intent, intents, ONE } from "./records.ts";
import { readState, type SupervisorState } from "./supervise/state.ts";

/** Everything known about the runner. */
export interface Observation {
  readonly intent?: Intent;
  /** The runner's claim while its process is alive. */
  readonly claim?: Claim;
  /** Whether that process is certainly the claimed one. */
  readonly isCertain: boolean;
  /** The name of the other host, machine or container, on which the live runner is. */
  readonly elsewhere?: string;
  /** When the claim of a runner elsewhere ends unless it is renewed, in Unix milliseconds. */
  readonly endsAt?: number;
  /** The name of the other host on which the runner is expected to be restarted after it has just died there. */
  readonly expectedAt?: string;
  /** A claim whose process has ended. */
  readonly dead?: Claim;
  /** The last report of the live runner. */
  readonly heartbeat?: Heartbeat;
  /** The last state that a supervisor wrote, even if it has ended. */
  readonly state?: SupervisorState;
  /** A supervisor on this host that is alive. */
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
  const isElsewhere = claim !== undefined && !isHere(claim);
  const expectedAt = found ? undefined : expectedHost(intent, now);
  const heartbeat = await store.get(heartbeats, ONE);
  const state = data === undefined ? undefined : readState(data);
  // The file may name a supervisor that the store does not know, for example after a restore.
  const supervisor = [intent?.supervisor, state].find((mark) => mark !== undefined && processStatus(mark) === "alive");
  return {
    ...(intent && { intent }),
    ...(claim && { claim }),
    isCertain: status === "alive",
    ...(isElsewhere && { elsewhere: claim.host, endsAt: (await renewedAtOf(store, claim)) + LEASE }),
    ...(expectedAt !== undefined && { expectedAt }),
    ...(found && !claim && { dead: found }),
    ...(claim && heartbeat?.claim === claim.id && { heartbeat }),
    ...(state && { state }),
    ...(supervisor && { supervisor }),
    ...(watch && { watch }),
  };
}

/**
 * A runner that has died is left to its supervisor for the length of a lease, and then for as long as a gateway on that
 * host reports that it is starting. A supervisor that waits for longer has failed several times, or was lost with its
 * host: then other hosts start the runner.
 */
function expectedHost(intent: Intent | undefined, now: number): string | undefined {
  const { supervisor, last, diedAt = 0 } = intent ?? {};
  const seenAt = Math.max(diedAt, supervisor?.startedAt ?? 0);
  const other = [supervisor, last].find((mark) => mark !== undefined && !isHere(mark));
  return other && Math.abs(now - seenAt) < LEASE ? (other.host ?? "another host") : undefined;
}

/** The process of a live runner, whether it has already written its claim or not. */
export const processOf = (observation: Observation): ProcessMark | undefined =>
  observation.claim ?? startingProcess(observation);

/** The same, if it is on this host. */
export const ownProcessOf = (observation: Observation): ProcessMark | undefined =>
  observation.elsewhere === undefined ? processOf(observation) : startingProcess(observation);

/** The process that a supervisor on this host is starting, or has started. */
export function startingProcess({ state, supervisor }: Observation): ProcessMark | undefined {
  const child = supervisor && state?.pid === supervisor.pid ? state.runner : undefined;
  return child && processStatus(child) === "alive" ? child : undefined;
}

/** Where the runner is if it is on another host, to be appended to a text. */
export const whereOf = ({ elsewhere }: Observation): string =>
  elsewhere === undefined ? "" : ` on host "${elsewhere}"`;

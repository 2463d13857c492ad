import { hostname } from "node:os";
import { omitUndefined, type Reads } from "@postern/core";
import { processMark, processStatus } from "@postern/core/process";
import { isInForce, LEASE } from "@postern/kit/queue";
import { type RunRecord, runs } from "../collections.ts";
import type { OurHost } from "../host.ts";
import type { Running } from "../schemas.ts";

/** The state that is stored with a lease. Without an error, the last one is kept. */
export interface RunStatus {
  readonly state: Exclude<Running["state"], "idle">;
  readonly stateChangedAt: number;
  readonly server?: string;
  readonly lastError?: { readonly at: number; readonly message: string };
}

/** Takes or renews the lease of a bridge or consumer, with its state. Returns false if another process holds it. */
export function holdLease(host: OurHost, id: string, token: string, status: RunStatus): Promise<boolean> {
  const { pid, start } = processMark();
  return host.transact(async ({ store, now }) => {
    const found = await store.get(runs, id);
    if (found && found.token !== token && isInForce(found, now) && !isGone(found)) return false;
    const { lastError = found?.lastError, ...state } = status;
    const run = { id, token, machine: hostname(), pid, start, until: now + LEASE, ...state, lastError };
    await store.put(runs, omitUndefined(run) as RunRecord);
    return true;
  });
}

/** Ends a lease, so that another process can continue immediately. */
export function releaseLease(host: OurHost, id: string, token: string): Promise<void> {
  return host.transact(async ({ store }) => {
    const found = await store.get(runs, id);
    if (found?.token === token) await store.put(runs, { ...found, until: 0 });
  });
}

/** Whether a run still holds its lease. A commit that checks it fails if another process has taken it. */
export const isHeld = async (store: Reads, id: string, token: string): Promise<boolean> =>
  (await store.get(runs, id))?.token === token;

/** The state of a bridge or consumer, as shown to callers. */
export async function runningOf(
  store: Reads,
  { id, status }: { readonly id: string; readonly status: string },
  now: number,
): Promise<Running> {
  const found = await store.get(runs, id);
  if (!found) return { state: "idle" };
  const { state, server, stateChangedAt, lastError } = found;
  if (status !== "enabled" || !isInForce(found, now) || isGone(found))
    return omitUndefined({ state: "idle" as const, lastError });
  return omitUndefined({ state: state as Running["state"], server, stateChangedAt, lastError });
}

/** Whether the process of a lease has ended, as far as that can be known on this machine. */
function isGone({ pid, start }: RunRecord): boolean {
  return processStatus({ pid, ...(start !== undefined && { start }) }) === "gone";
}

import { isGatewayError, type PluginContext, type Worker } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { MAX_ACCOUNTS } from "../../account.ts";
import { type AccountRecord, accounts } from "../../collections.ts";
import type { group } from "../../group.ts";
import type { State } from "../../state.ts";
import { Fault } from "../fault.ts";
import { pullAccount, recordFault } from "./pull.ts";
import { withPullLease } from "./pull-lease.ts";

const MINUTE = 60_000;
/** Milliseconds between checks for accounts that are due. */
const EVERY = 5_000;
/** Maximum number of concurrent synchronizations. */
const MAX_CONCURRENT = 8;

/** Synchronizes accounts periodically after the first time, each at one of the gateways on the store. */
export const pulls: Worker<readonly []> = {
  name: "calendars.pulls",
  operations: [],
  events: [],
  start(started) {
    const host = started as PluginContext<typeof group>;
    const stop = new AbortController();
    const underWay = new Map<string, Promise<void>>();
    const held = new Set<string>();
    host.state.pulls = () => held.size;
    const step = () => pullDueAccounts(host, { underWay, held }, stop.signal);
    const loop = createLoop({ name: "calendars.pulls", log: host.log, now: host.now, step });
    loop.wake(EVERY);
    return async () => {
      stop.abort(new Error("The gateway is stopping"));
      await loop.stop();
      await Promise.all(underWay.values());
    };
  },
  held: ({ state }) => (state as State).pulls(),
  state: () => ({ name: "calendars.pulls", waiting: 0, running: 0, dead: 0 }),
};

/**
 * Starts the synchronizations that are due without waiting for those in progress, so that a server that hangs does not
 * delay others.
 */
async function pullDueAccounts(
  host: PluginContext<typeof group>,
  { underWay, held }: { readonly underWay: Map<string, Promise<void>>; readonly held: Set<string> },
  signal: AbortSignal,
): Promise<number> {
  for (const { id } of await dueIn(host)) {
    if (signal.aborted || underWay.size >= MAX_CONCURRENT) break;
    if (underWay.has(id)) continue;
    const work = withPullLease(host, id, isDueIn(host), async (account, lost) => {
      held.add(id);
      await pull(host, account, AbortSignal.any([signal, lost]));
    })
      .catch((error: unknown) => {
        if (!signal.aborted)
          host.log.warn({ account: id, error: String(error) }, "An account could not be synchronized");
      })
      .finally(() => {
        held.delete(id);
        underWay.delete(id);
      });
    underWay.set(id, work);
  }
  return EVERY;
}

async function dueIn(host: PluginContext<typeof group>): Promise<AccountRecord[]> {
  const { store, config, now } = host;
  if (config.syncEvery === 0) return [];
  const { items } = await store.find(accounts, { by: "byStatus", prefix: ["active"], limit: MAX_ACCOUNTS });
  const isDue = isDueIn(host);
  return items.filter((account) => isDue(account, now()));
}

const isDueIn =
  ({ config: { syncEvery } }: PluginContext<typeof group>) =>
  ({ provider, lastSyncedAt, lastTriedAt = 0 }: AccountRecord, now: number): boolean =>
    provider === "caldav" &&
    lastSyncedAt !== undefined &&
    Math.max(lastSyncedAt, lastTriedAt) <= now - syncEvery * MINUTE;

/** A failed synchronization is recorded in the account and repeated when it is due again. */
async function pull(host: PluginContext<typeof group>, account: AccountRecord, signal: AbortSignal): Promise<void> {
  try {
    await pullAccount(host, account, signal);
  } catch (error) {
    if (error instanceof Fault) await recordFault(host, account.id, error);
    else if (!isGatewayError(error)) throw error;
  }
}

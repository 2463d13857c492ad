import { isGatewayError, type PluginContext, type Worker } from "@postern/core";
import { createLoop } from "@postern/core/queue";
import { MAX_ACCOUNTS } from "../../account.ts";
import { type AccountRecord, accounts } from "../../collections.ts";
import type { group } from "../../group.ts";
import { Fault } from "../fault.ts";
import { pullAccount, recordFault } from "./pull.ts";

const MINUTE = 60_000;
/** Milliseconds between checks for accounts that are due. */
const EVERY = 5_000;
/** Maximum number of concurrent synchronizations. */
const MAX_CONCURRENT = 8;

/**
 * Synchronizes accounts periodically after the first time. If two processes do so, the second import of the same
 * changes has no effect.
 */
export const pulls: Worker<readonly []> = {
  name: "calendars.pulls",
  operations: [],
  events: [],
  start(started) {
    const host = started as PluginContext<typeof group>;
    const stop = new AbortController();
    const underWay = new Map<string, Promise<void>>();
    const step = () => pullDueAccounts(host, underWay, stop.signal);
    const loop = createLoop({ name: "calendars.pulls", log: host.log, step });
    loop.wake(EVERY);
    return async () => {
      stop.abort(new Error("The gateway is stopping"));
      await loop.stop();
      await Promise.all(underWay.values());
    };
  },
  state: () => ({ name: "calendars.pulls", waiting: 0, running: 0, dead: 0 }),
};

/**
 * Starts the synchronizations that are due without waiting for those in progress, so that a server that hangs does not
 * delay others.
 */
async function pullDueAccounts(
  host: PluginContext<typeof group>,
  underWay: Map<string, Promise<void>>,
  signal: AbortSignal,
): Promise<number> {
  for (const account of await dueIn(host)) {
    if (signal.aborted || underWay.size >= MAX_CONCURRENT) break;
    if (underWay.has(account.id)) continue;
    const work = pull(host, account, signal)
      .catch((error: unknown) => {
        if (!signal.aborted)
          host.log.warn({ account: account.id, error: String(error) }, "An account could not be synchronized");
      })
      .finally(() => underWay.delete(account.id));
    underWay.set(account.id, work);
  }
  return EVERY;
}

async function dueIn({ store, config, now }: PluginContext<typeof group>): Promise<AccountRecord[]> {
  if (config.syncEvery === 0) return [];
  const { items } = await store.find(accounts, { by: "byStatus", prefix: ["active"], limit: MAX_ACCOUNTS });
  const before = now() - config.syncEvery * MINUTE;
  return items.filter(
    ({ provider, lastSyncedAt, lastTriedAt = 0 }) =>
      provider === "caldav" && lastSyncedAt !== undefined && Math.max(lastSyncedAt, lastTriedAt) <= before,
  );
}

/** A failed synchronization is recorded in the account and repeated when it is due again. */
async function pull(host: PluginContext<typeof group>, account: AccountRecord, signal: AbortSignal): Promise<void> {
  try {
    await pullAccount(host, account, signal);
  } catch (error) {
    if (error instanceof Fault) await recordFault(host, account.id, error);
    else if (!isGatewayError(error)) throw error;
  }
}

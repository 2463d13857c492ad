import { type Duty, type Host, isGatewayError } from "@postern/core";
import { createLoop } from "@postern/core/queue";
import { MOST_ACCOUNTS } from "../../account.ts";
import { type AccountRecord, accounts } from "../../collections.ts";
import type { group } from "../../group.ts";
import { Fault } from "../fault.ts";
import { noteFault, pullAccount } from "./pull.ts";

const MINUTE = 60_000;
/** Whether an account is due is looked at so often. */
const EVERY = 5_000;

/** Pulls accounts that were synced once again and again. Two processes that do so do no harm: the same twice changes nothing. */
export const pulls: Duty<readonly []> = {
  name: "calendars.pulls",
  operations: [],
  events: [],
  start(started) {
    const host = started as Host<typeof group>;
    const loop = createLoop({ name: "calendars.pulls", log: host.log, step: (signal) => pullDue(host, signal) });
    loop.wake(EVERY);
    return loop.stop;
  },
  state: () => ({ name: "calendars.pulls", waiting: 0, running: 0, dead: 0 }),
};

async function pullDue(host: Host<typeof group>, signal: AbortSignal): Promise<number> {
  for (const account of await dueIn(host)) if (!signal.aborted) await pull(host, account, signal);
  return EVERY;
}

async function dueIn({ store, config, now }: Host<typeof group>): Promise<AccountRecord[]> {
  if (config.syncEvery === 0) return [];
  const { items } = await store.find(accounts, { by: "byStatus", prefix: ["active"], limit: MOST_ACCOUNTS });
  const before = now() - config.syncEvery * MINUTE;
  return items.filter(
    ({ provider, lastSyncedAt, lastTriedAt = 0 }) =>
      provider === "caldav" && lastSyncedAt !== undefined && Math.max(lastSyncedAt, lastTriedAt) <= before,
  );
}

/** One that comes to nothing is tried again when it is due again; the account says why. */
async function pull(host: Host<typeof group>, account: AccountRecord, signal: AbortSignal): Promise<void> {
  try {
    await pullAccount(host, account, signal);
  } catch (error) {
    if (error instanceof Fault) await noteFault(host, account.id, error);
    else if (!isGatewayError(error)) throw error;
  }
}

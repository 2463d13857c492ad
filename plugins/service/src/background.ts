import type { PluginContext } from "@postern/core";
import { verifyStore } from "@postern/core/verify";
import { sweepBackups } from "@postern/service/backup";
import { folderOf } from "./backup.ts";
import { checkClock } from "./check-clock.ts";
import { lastVerified } from "./collections.ts";
import type { group } from "./group.ts";

const DAY = 24 * 60 * 60 * 1000;
const HOUR = DAY / 24;

/** Removes files of interrupted backups and verifies the store regularly; returns the function that stops it. */
export async function maintainStore(host: PluginContext<typeof group>): Promise<() => Promise<void>> {
  const { config, log } = host;
  void checkClock(host);
  if (config.data !== undefined) {
    const swept = await sweepBackups(folderOf(config.data));
    if (swept > 0) log.info({ swept }, "Removed files of interrupted backups");
  }
  const every = config.verifyEveryMs ?? DAY;
  if (every === 0) return async () => {};
  let work = Promise.resolve();
  const look = () => {
    work = work
      .then(() => verifyIfDue(host, every))
      .catch((error: unknown) => {
        if (!host.signal.aborted) log.warn({ error: String(error) }, "The store could not be verified");
      });
  };
  const timer = setInterval(look, Math.min(every, HOUR));
  timer.unref();
  return () => {
    clearInterval(timer);
    return work;
  };
}

/** Runs in any process that shares the store, if the last verification is old enough. */
async function verifyIfDue(host: PluginContext<typeof group>, every: number): Promise<void> {
  const { services, store, signal, now, log } = host;
  const last = await store.read(lastVerified);
  if (last !== undefined && now() - last.at < every && last.at <= now()) return;
  const { damaged, lost, broken } = await verifyStore(services.store, signal);
  const found = { at: now(), damaged, lost, ...(broken !== undefined && { broken }) };
  await host.transact(({ store: records }) => records.write(lastVerified, found));
  if (damaged > 0 || lost.length > 0 || broken !== undefined) log.error(found, "The store is damaged");
}

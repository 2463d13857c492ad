import type { PluginContext } from "@postern/core";
import { createInterval } from "@postern/core/background";
import { verifyStore } from "@postern/core/verify";
import { createLeader, keepRenewed, type Leader } from "@postern/kit/queue";
import { sweepBackups } from "./backup/index.ts";
import { folderOf } from "./backups/back-up.ts";
import { checkClock } from "./check-clock.ts";
import { lastVerified, verifyLease } from "./collections.ts";
import { watchDisk } from "./disk.ts";
import type { group } from "./group.ts";

const DAY = 24 * 60 * 60 * 1000;
const HOUR = DAY / 24;

/** Removes files of interrupted backups and verifies the store regularly; returns the function that stops it. */
export async function maintainStore(host: PluginContext<typeof group>): Promise<() => Promise<void>> {
  const { config, log } = host;
  void checkClock(host);
  const stopDisk = await watchDisk(host);
  if (config.data !== undefined) {
    const swept = await sweepBackups(folderOf(config.data));
    if (swept > 0) log.info({ swept }, "Removed files of interrupted backups");
  }
  const every = config.verifyEveryMs ?? DAY;
  if (every === 0) return stopDisk;
  const leader = createLeader(host, verifyLease);
  const work = () => verifyIfDue(host, leader, every);
  const loop = createInterval(Math.min(every, HOUR), { name: "service.verify", log, now: host.now, work });
  return async () => {
    await stopDisk();
    await loop.stop();
    // A store that is away lets the lease end by itself.
    await leader.resign().catch(() => {});
  };
}

/** Runs in one of the processes that share the store, if the last verification is old enough. */
async function verifyIfDue(host: PluginContext<typeof group>, leader: Leader, every: number): Promise<void> {
  const { services, store, signal, now, log } = host;
  const last = await store.read(lastVerified);
  if (last !== undefined && now() - last.at < every && last.at <= now()) return;
  if ((await leader.wait()) > 0) return;
  const stopRenewal = keepRenewed(
    async () => (await leader.wait()) === 0,
    () => {},
  );
  const { damaged, lost, broken } = await verifyStore(services.store, signal).finally(stopRenewal);
  const found = { at: now(), damaged, lost, ...(broken !== undefined && { broken }) };
  await host.transact(({ store: records }) => records.write(lastVerified, found));
  if (damaged > 0 || lost.length > 0 || broken !== undefined) log.error(found, "The store is damaged");
}

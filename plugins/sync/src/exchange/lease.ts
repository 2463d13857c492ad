import { randomUUID } from "node:crypto";
import { defineRecord } from "@postern/core";
import { isInForce, keepRenewed, LEASE } from "@postern/kit/queue";
import type { SyncHost } from "../host.ts";
import { siteOf } from "../site.ts";

const runner = defineRecord<{ holder: string; until: number; site?: string | undefined }>("sync.runner");

/**
 * Ensures that only one of several processes on a store exchanges records. The lease is stored. It only saves traffic:
 * correctness does not depend on it.
 */
export function createLease(host: SyncHost) {
  const holder = randomUUID();
  let stopRenewal = () => {};

  const acquire = () =>
    host.transact(async ({ store, now }) => {
      const held = await store.read(runner);
      const site = await siteOf(store);
      // A lease of another site was restored.
      const isCurrent = held && isInForce(held, now) && held.site === site;
      const isOthers = isCurrent && held.holder !== holder;
      if (!isOthers) store.write(runner, { holder, until: now + LEASE, site });
      return !isOthers;
    });

  return {
    /** Takes the lease and renews it until it is released or lost. Returns whether it was taken. */
    async take(lost: () => void): Promise<boolean> {
      if (!(await acquire())) return false;
      stopRenewal = keepRenewed(acquire, lost);
      return true;
    },
    async release(): Promise<void> {
      stopRenewal();
      await host.transact(async ({ store }) => {
        if ((await store.read(runner))?.holder === holder) store.write(runner, { holder, until: 0 });
      });
    },
  };
}

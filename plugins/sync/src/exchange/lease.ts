import { randomUUID } from "node:crypto";
import { defineRecord } from "@postern/core/storage";
import type { SyncHost } from "../host.ts";
import { siteOf } from "../site.ts";

const runner = defineRecord<{ holder: string; until: number; site?: string | undefined }>("sync.runner");

const LENGTH = 15_000;
const RENEWED = LENGTH / 3;

/** Of several processes on one store, one exchanges. What it has taken is noted in the store: nothing depends on it but traffic. */
export function createLease(host: SyncHost) {
  const holder = randomUUID();
  let renewing: NodeJS.Timeout | undefined;

  const hold = () =>
    host.transact(async ({ store, now }) => {
      const held = await store.read(runner);
      const site = await siteOf(store);
      // One that ends later than any can was made before the clock was set back, and one of another epoch is restored.
      const isCurrent = held && held.until > now && held.until <= now + LENGTH && held.site === site;
      const isOthers = isCurrent && held.holder !== holder;
      if (!isOthers) store.write(runner, { holder, until: now + LENGTH, site });
      return !isOthers;
    });

  return {
    /** Whether it is ours; then it is renewed until it is let go of, and `lost` is called if that fails. */
    async take(lost: () => void): Promise<boolean> {
      if (!(await hold())) return false;
      renewing = setInterval(() => {
        hold().then(
          (isOurs) => isOurs || lost(),
          () => lost(),
        );
      }, RENEWED);
      renewing.unref();
      return true;
    },
    async release(): Promise<void> {
      clearInterval(renewing);
      await host.transact(async ({ store }) => {
        if ((await store.read(runner))?.holder === holder) store.write(runner, { holder, until: 0 });
      });
    },
  };
}

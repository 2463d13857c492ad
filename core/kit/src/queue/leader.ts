import { randomUUID } from "node:crypto";
import type { PluginContext } from "@postern/core";
import type { SingleRecord } from "@postern/core/storage";
import { isInForce, LEASE, RENEW_EVERY } from "./lease.ts";

/** Which process leads a loop, and the end of its lease in Unix milliseconds of the store's clock. */
export interface LeaderLease {
  readonly holder: string;
  readonly until: number;
}

/** How long what another process holds is not read again, in milliseconds: a process that stops ends its lease early. */
const TRUST = 1_000;

/** Whether this process leads a loop. */
export interface Leader {
  /** 0 if this process leads now; otherwise the milliseconds after which to ask again. */
  wait(): Promise<number>;
  /** Lets another process lead at once, if this one does. */
  resign(): Promise<void>;
}

/**
 * Lets one process at a time do the work of a loop that runs in every gateway of a store: the others would prepare the
 * same commits, and repeat them after each conflict. The lease is taken and renewed only by a process that has work, so
 * that an idle gateway commits nothing; work of a process that was killed continues within its length. Commits must be
 * correct without it: a paused process may believe that it still leads.
 */
export function createLeader(
  host: Pick<PluginContext, "store" | "transact" | "now">,
  record: SingleRecord<LeaderLease>,
): Leader {
  const holder = randomUUID();
  let known: LeaderLease = { holder: "", until: 0 };
  let readAt = Number.NEGATIVE_INFINITY;
  const isOurs = () => known.holder === holder;
  const waitFor = ({ until }: LeaderLease, now: number) => Math.max(1, Math.min(TRUST, until - now));

  return {
    async wait() {
      const at = host.now();
      const isFresh = isOurs() ? known.until - at > LEASE - RENEW_EVERY : performance.now() - readAt < TRUST;
      if (isInForce(known, at) && isFresh) return isOurs() ? 0 : waitFor(known, at);
      const found = await host.store.read(record);
      if (found && found.holder !== holder && isInForce(found, at)) known = found;
      else
        known = await host.transact(async ({ store, now }) => {
          const current = await store.read(record);
          if (current && current.holder !== holder && isInForce(current, now)) return current;
          const taken = { holder, until: now + LEASE };
          store.write(record, taken);
          return taken;
        });
      readAt = performance.now();
      return isOurs() ? 0 : waitFor(known, host.now());
    },
    async resign() {
      if (!isOurs()) return;
      known = { holder: "", until: 0 };
      await host.transact(async ({ store }) => {
        if ((await store.read(record))?.holder === holder) store.write(record, { holder, until: 0 });
      });
    },
  };
}

import { randomUUID } from "node:crypto";
import type { PluginContext } from "@postern/core";
import { LEASE, RENEW_EVERY } from "@postern/core/queue";
import { type AccountRecord, accounts, pullLeases } from "../../collections.ts";
import type { group } from "../../group.ts";

/**
 * Runs `work` if the account is still due and no other gateway works on it. The signal aborts when another one has
 * continued. It only saves requests: a second import of the same changes has no effect.
 */
export async function withPullLease(
  host: PluginContext<typeof group>,
  accountId: string,
  isDue: (account: AccountRecord, now: number) => boolean,
  work: (account: AccountRecord, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const holder = randomUUID();
  const lost = new AbortController();

  const take = () =>
    host.transact(async ({ store, now }) => {
      const account = await store.get(accounts, accountId);
      const lease = await store.get(pullLeases, accountId);
      // A lease that ends later than that was written before the clock was set back.
      if (lease && lease.until > now && lease.until <= now + LEASE) return undefined;
      if (account?.status !== "active" || !isDue(account, now)) return undefined;
      await store.put(pullLeases, { accountId, holder, until: now + LEASE });
      return account;
    });

  const renew = () =>
    host.transact(async ({ store, now }) => {
      if ((await store.get(pullLeases, accountId))?.holder !== holder) return false;
      await store.put(pullLeases, { accountId, holder, until: now + LEASE });
      return true;
    });

  const release = () =>
    host.transact(async ({ store }) => {
      if ((await store.get(pullLeases, accountId))?.holder === holder) await store.delete(pullLeases, accountId);
    });

  const account = await take();
  if (!account) return;
  const renewing = setInterval(() => {
    renew().then(
      (isOurs) => isOurs || lost.abort(new Error("Another gateway has continued the synchronization")),
      // It is tried again before the lease ends.
      () => {},
    );
  }, RENEW_EVERY);
  renewing.unref();
  try {
    await work(account, lost.signal);
  } finally {
    clearInterval(renewing);
    await release().catch(() => {});
  }
}

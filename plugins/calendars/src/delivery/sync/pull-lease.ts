import { randomUUID } from "node:crypto";
import type { PluginContext } from "@postern/core";
import { isInForce, keepRenewed, LEASE } from "@postern/kit/queue";
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
      if (lease && isInForce(lease, now)) return undefined;
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
  const stopRenewal = keepRenewed(renew, () =>
    lost.abort(new Error("Another gateway may have continued the synchronization")),
  );
  try {
    await work(account, lost.signal);
  } finally {
    stopRenewal();
    await release().catch(() => {});
  }
}

import { type Gateway, keys, storeView } from "@postern/core";
import { readsOf, Transaction } from "@postern/core/storage";

/** Whether there is an active key with full access that was not derived from another one. */
export async function hasAdmin(gateway: Gateway): Promise<boolean> {
  await gateway.start();
  const snapshot = await gateway.service(storeView)?.snapshot();
  if (!snapshot) throw new Error("The store of a running gateway is missing");
  const now = Date.now();
  let after: string | undefined;
  try {
    do {
      const reads = readsOf(new Transaction(snapshot));
      const page = await reads.find(keys.contexts, { limit: 500, ...(after && { after }) });
      const isAdmin = ({
        revokedAt,
        expiresAt = Number.POSITIVE_INFINITY,
        ancestors,
        scopes,
      }: (typeof page.items)[0]) =>
        revokedAt === undefined && expiresAt > now && ancestors.length === 0 && scopes.includes("*");
      if (page.items.some(isAdmin)) return true;
      after = page.next;
    } while (after);
    return false;
  } finally {
    snapshot.release();
  }
}

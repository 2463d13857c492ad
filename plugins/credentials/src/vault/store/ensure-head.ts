import { type StoreHead, vaultHead } from "../../collections.ts";
import { createInstallation } from "../vault-folder.ts";
import { noteHost } from "./hosts.ts";
import type { StoreKeys } from "./store-keys.ts";

/** Returns the head of the vault in the store. If there is none yet, creates the first key and the head. */
export async function ensureStoreHead({ host, here, id, ring, keyIn }: StoreKeys): Promise<StoreHead> {
  const found = await host.store.read(vaultHead);
  if (found) return found;
  const installation = createInstallation();
  const { key } = await ring.create(installation, keyIn);
  const head = await host.transact(async (ctx): Promise<StoreHead> => {
    const other = await ctx.store.read(vaultHead);
    if (other) return other;
    const created = { installation, key: key.name, retired: [], former: [] };
    ctx.store.write(vaultHead, created);
    await noteHost(ctx, { id, host: here }, [key.name]);
    return created;
  });
  // Another gateway was first: its key is used, and ours is discarded.
  if (head.key !== key.name) await ring.remove(installation, key.name);
  return head;
}

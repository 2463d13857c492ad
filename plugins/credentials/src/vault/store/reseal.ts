import { scanRecords } from "@postern/kit/paging";
import { sealedSecrets, vaultHead } from "../../collections.ts";
import type { Key } from "../keys.ts";
import { opened, seal } from "../seal.ts";
import { addFormer } from "./own-keys.ts";
import type { StoreKeys } from "./store-keys.ts";

/** Number of secrets read at a time. Each may have hundreds of kilobytes. */
const PORTION = 16;

/**
 * Encrypts all secrets with the current key that are encrypted with a former one, each in a commit of its own. It may be
 * interrupted at any point, and run at several gateways concurrently. Returns how many could not be read; they are not
 * changed.
 */
export async function resealStore(keys: StoreKeys): Promise<number> {
  const { host } = keys;
  const head = await host.store.read(vaultHead);
  let unreadable = 0;
  for (const name of head?.retired ?? []) {
    const from = head && (await keys.find(head, name).catch(() => undefined));
    const old = { by: "byKey", prefix: [name], portion: PORTION } as const;
    for await (const { id } of scanRecords(host.store, sealedSecrets, old))
      if (!(from && (await reseal(keys, id, from)))) unreadable++;
    await host.transact(async ({ store }) => {
      const { items } = await store.find(sealedSecrets, { by: "byKey", prefix: [name], limit: 1 });
      const now = await store.read(vaultHead);
      if (items.length === 0 && now?.retired.includes(name))
        store.write(vaultHead, {
          ...now,
          retired: now.retired.filter((one) => one !== name),
          former: addFormer(now, name),
        });
    });
  }
  return unreadable;
}

/** Returns whether the secret is gone or encrypted with another key than `from`. */
const reseal = ({ host, need }: StoreKeys, id: string, from: Key): Promise<boolean> =>
  host.transact(async ({ store }) => {
    const found = await store.get(sealedSecrets, id);
    if (found?.key !== from.name) return true;
    const secret = opened(from, id, found.text);
    const head = await store.read(vaultHead);
    if (secret === undefined || !head) return false;
    const key = await need(head, head.key);
    await store.put(sealedSecrets, { id, key: key.name, text: seal(key, id, secret) });
    return true;
  });

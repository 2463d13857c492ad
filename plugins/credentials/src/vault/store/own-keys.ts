import { type StoreHead, vaultHead, vaultHosts } from "../../collections.ts";
import { noteHost } from "./hosts.ts";
import type { StoreKeys } from "./store-keys.ts";

const namesIn = ({ key, next, retired }: StoreHead): string[] => [key, ...(next ? [next.key] : []), ...retired];

/** More than hosts can be behind. */
const MAX_FORMER = 20;

/** The names of keys that are not needed any more, with one more. */
export const addFormer = ({ former }: StoreHead, name: string): string[] => [...former, name].slice(-MAX_FORMER);

/** The keys of a head that this host has. */
export async function keysHere(keys: StoreKeys, head: StoreHead): Promise<string[]> {
  const found: string[] = [];
  for (const name of namesIn(head)) if (await keys.find(head, name).catch(() => undefined)) found.push(name);
  return found;
}

/** Notes which keys this host has, and removes those that are no longer needed. Returns whether that is new. */
export async function updateKeys(keys: StoreKeys): Promise<boolean> {
  const { host, here, id, ring } = keys;
  const head = await host.store.read(vaultHead);
  if (!head) return false;
  const noted = (await host.store.get(vaultHosts, id))?.keys ?? [];
  // The keychain is asked only if it may have the key.
  for (const name of head.former) await ring.remove(head.installation, name, noted.includes(name));
  const found = await keysHere(keys, head);
  return host.transact((ctx) => noteHost(ctx, { id, host: here }, found));
}

import type { Reads, Transacting } from "@postern/core";
import { type StoreHead, type VaultHostRecord, vaultHosts } from "../../collections.ts";

const HOUR = 60 * 60 * 1000;
/** How long a host counts as running after it was last seen. Gateways note it each hour. */
const PRESENT = 3 * HOUR;
/** After that a host is forgotten. */
const KEPT = 30 * 24 * HOUR;
const MAX_HOSTS = 1_000;

const hostsIn = async (store: Reads): Promise<readonly VaultHostRecord[]> =>
  (await store.find(vaultHosts, { limit: MAX_HOSTS })).items;

/** The names of other hosts that have a key. */
export async function hostsWith(store: Reads, key: string, ownId: string): Promise<string[]> {
  const found = await hostsIn(store);
  return namesOf(found.filter(({ id, keys }) => id !== ownId && keys.includes(key)));
}

/** The names of running hosts with the current key that do not have the next one. */
export async function hostsWithoutNext(store: Reads, { key, next }: StoreHead, now: number): Promise<string[]> {
  const found = (await hostsIn(store)).filter(({ keys }) => keys.includes(key) && !keys.includes(next?.key ?? ""));
  return namesOf(found.filter((host) => isPresent(host, now)));
}

/** Whether a running host has a key. */
export const isPresentAnywhere = async (store: Reads, key: string, now: number): Promise<boolean> =>
  (await hostsIn(store)).some((host) => host.keys.includes(key) && isPresent(host, now));

/** Stages which keys a host has, if that is new or was noted more than an hour ago. Returns whether it is new. */
export async function noteHost(
  { store, now }: Pick<Transacting, "store" | "now">,
  { id, host }: Pick<VaultHostRecord, "id" | "host">,
  keys: readonly string[],
): Promise<boolean> {
  const before = await store.get(vaultHosts, id);
  const isSame = before !== undefined && before.keys.join() === keys.join();
  if (isSame && now - before.seenAt < HOUR) return false;
  await store.put(vaultHosts, { id, host, keys: [...keys], seenAt: now });
  for (const other of await hostsIn(store))
    if (other.id !== id && now - other.seenAt > KEPT) await store.delete(vaultHosts, other.id);
  return !isSame;
}

const isPresent = ({ seenAt }: VaultHostRecord, now: number): boolean => now - seenAt < PRESENT;
const namesOf = (found: readonly VaultHostRecord[]): string[] => [...new Set(found.map(({ host }) => host))].sort();

import { CURRENT_KEY, type StoreHead, sealedSecrets, sealKeys, vaultHead } from "../../collections.ts";
import { vaultRotated } from "../../events.ts";
import { fileOf } from "../keys.ts";
import { KeyElsewhere, LostKey } from "../lost-key.ts";
import type { Rotated } from "../reseal.ts";
import { ensureStoreHead } from "./ensure-head.ts";
import { hostsWithoutNext, isPresentAnywhere, noteHost } from "./hosts.ts";
import { addFormer, keysHere, updateKeys } from "./own-keys.ts";
import { resealStore } from "./reseal.ts";
import type { StoreKeys } from "./store-keys.ts";

/**
 * Creates a new key and encrypts all secrets with it. The key is first only named as the next one: nothing is encrypted
 * with it before every running host has a copy, so every secret stays readable everywhere. With `isForced` it is used
 * at once: other hosts can read nothing until they get it.
 */
export async function rotateStore(keys: StoreKeys, isForced: boolean): Promise<Rotated> {
  const { host, keyIn } = keys;
  const before = await host.store.read(vaultHead);
  if (!before) {
    await ensureStoreHead(keys);
    return { secrets: 0, unreadable: 0, keyIn };
  }
  await updateKeys(keys);
  // Fails if the key's place cannot be used at the moment or other hosts have it, but continues if the key is lost.
  await keys.need(before, before.key).catch((error: unknown) => {
    if (!(error instanceof LostKey) && !(isForced && error instanceof KeyElsewhere)) throw error;
  });
  const next = await ensureNext(keys, before, isForced);
  const waitingFor = await useNext(keys, isForced);
  if (waitingFor.length === 0) return finishRotation(keys);
  return { secrets: 0, unreadable: 0, keyIn, waitingFor, keyFile: fileOf(before.installation, next) };
}

/** Makes sure that there is a next key, which this or a running host has. Returns its name. */
async function ensureNext(keys: StoreKeys, before: StoreHead, isForced: boolean): Promise<string> {
  const { host, here, id, ring, keyIn } = keys;
  const known = before.next?.key;
  if (known !== undefined) {
    const isHere = (await keys.find(before, known)) !== undefined;
    if (isHere || (!isForced && (await isPresentAnywhere(host.store, known, host.now())))) return known;
  }
  const { key } = await ring.create(before.installation, keyIn);
  const used = await host.transact(async (ctx) => {
    const head = await ctx.store.read(vaultHead);
    if (!head || head.next?.key !== known) return head?.next?.key ?? head?.key;
    const former = head.next ? addFormer(head, head.next.key) : head.former;
    const next = { ...head, former, next: { key: key.name, host: here } };
    ctx.store.write(vaultHead, next);
    await noteHost(ctx, { id, host: here }, await keysHere(keys, next));
    return key.name;
  });
  // Another gateway was first.
  if (used !== key.name) await ring.remove(before.installation, key.name);
  return used ?? key.name;
}

/** Makes the next key the current one. Returns the hosts that must get a copy before that. */
export const useNext = ({ host }: StoreKeys, isForced = false): Promise<string[]> =>
  host.transact(async ({ store, now }) => {
    const head = await store.read(vaultHead);
    if (!head?.next) return [];
    const waitingFor = isForced ? [] : await hostsWithoutNext(store, head, now);
    if (waitingFor.length > 0) return waitingFor;
    const { next, ...rest } = head;
    store.write(vaultHead, { ...rest, key: next.key, retired: [...head.retired, head.key], isNew: true });
    return [];
  });

/** Encrypts what is left with former keys, removes those, and announces a new key. */
export async function finishRotation(keys: StoreKeys): Promise<Rotated> {
  const { host, keyIn } = keys;
  const unreadable = await resealStore(keys);
  await updateKeys(keys);
  const secrets = (await host.store.count(sealedSecrets)) - unreadable;
  const rotated = { secrets, unreadable, keyIn };
  await host.transact(async ({ store, emit }) => {
    const head = await store.read(vaultHead);
    if (!head?.isNew) return;
    const { isNew: _, ...announced } = head;
    store.write(vaultHead, announced);
    // Groups whose records are encrypted with the old key react to the event and encrypt them again.
    await store.delete(sealKeys, CURRENT_KEY);
    emit(vaultRotated, rotated);
  });
  return rotated;
}

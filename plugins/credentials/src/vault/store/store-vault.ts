import type { MutableRecords, Transacting } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { BackendTrouble, SecretDamaged, type Trouble } from "../../backends/backend.ts";
import { sealedSecrets, vaultHead } from "../../collections.ts";
import type { Keychain } from "../../keychain/keychain.ts";
import type { KeyPlace } from "../keys.ts";
import type { KeyLocation } from "../location.ts";
import type { Rotated } from "../reseal.ts";
import { opened, seal } from "../seal.ts";
import { ensureStoreHead } from "./ensure-head.ts";
import { createFollower } from "./follow.ts";
import { rotateStore } from "./rotate.ts";
import { createStoreKeys, type VaultHost } from "./store-keys.ts";

/** Number of secrets read at a time when they are counted. */
const PORTION = 16;

/**
 * Secrets in the store, each in a record with the name of the key that encrypts it. The key is not in the store: each
 * host needs a copy. A commit that stores a secret has read the name of the current key, so after a rotation none is
 * stored with a former one.
 */
export interface StoreVault {
  /** Returns undefined if there is no such secret. Throws SecretDamaged or BackendTrouble. */
  read(id: string): Promise<string | undefined>;
  /** Stages a secret in the caller's commit. */
  put(ctx: Pick<Transacting, "store">, id: string, secret: string): Promise<void>;
  /** Stages the removal of a secret. Returns whether it was in the store. */
  remove(ctx: { readonly store: MutableRecords }, id: string): Promise<boolean>;
  trouble(): Promise<Trouble | undefined>;
  /** Where this host has the current key; undefined if it has none. */
  keyIn(): Promise<KeyPlace["kind"] | undefined>;
  count(): Promise<{ secrets: number; unreadable: number }>;
  /** Encrypts all secrets with a new key, once all running hosts have it, or at once with `isForced`. */
  rotate(isForced: boolean): Promise<Rotated>;
  /**
   * Looks for keys that this host got, continues rotations of this and other hosts, and removes keys that are no longer
   * needed. Cheap unless something changed; `isThorough` also resumes what was interrupted.
   */
  follow(isThorough: boolean): Promise<void>;
}

export function openStoreVault(host: VaultHost, here: string, location: KeyLocation, keychain: Keychain): StoreVault {
  const keys = createStoreKeys(host, here, location, keychain);

  return {
    async read(id) {
      for (;;) {
        const found = await host.store.get(sealedSecrets, id);
        const head = await host.store.read(vaultHead);
        if (!found || !head) return undefined;
        try {
          const secret = opened(await keys.need(head, found.key), id, found.text);
          if (secret !== undefined) return secret;
          throw new SecretDamaged("its record in the vault is damaged");
        } catch (error) {
          // Meanwhile it may have been encrypted with another key, and the former one was removed.
          if ((await host.store.get(sealedSecrets, id))?.key === found.key) throw error;
        }
      }
    },
    async put({ store }, id, secret) {
      const head = (await store.read(vaultHead)) ?? (await ensureStoreHead(keys));
      const key = await keys.need(head, head.key);
      await store.put(sealedSecrets, { id, key: key.name, text: seal(key, id, secret) });
    },
    async remove({ store }, id) {
      if (!(await store.get(sealedSecrets, id))) return false;
      await store.delete(sealedSecrets, id);
      return true;
    },
    async trouble() {
      try {
        const head = await host.store.read(vaultHead);
        if (head) await keys.need(head, head.key);
        else if (keys.ring.places.length === 0) return { reason: "no place is configured for its key" };
        return undefined;
      } catch (error) {
        if (error instanceof BackendTrouble) return error;
        throw error;
      }
    },
    async keyIn() {
      const head = await host.store.read(vaultHead);
      if (!head) return undefined;
      for (const place of keys.ring.places)
        if (await place.get(head.installation, head.key).catch(() => undefined)) return place.kind;
      return undefined;
    },
    async count() {
      const head = await host.store.read(vaultHead);
      let [secrets, unreadable] = [0, 0];
      for await (const { id, key, text } of scanRecords(host.store, sealedSecrets, { portion: PORTION })) {
        secrets++;
        const found = head && (await keys.find(head, key).catch(() => undefined));
        if (!found || opened(found, id, text) === undefined) unreadable++;
      }
      return { secrets, unreadable };
    },
    rotate: (isForced) => rotateStore(keys, isForced),
    follow: createFollower(keys),
  };
}

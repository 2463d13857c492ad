import { createHash } from "node:crypto";
import type { PluginContext } from "@postern/core";
import type { StoreHead } from "../../collections.ts";
import type { Keychain } from "../../keychain/keychain.ts";
import { createKeyRing, type KeyRing } from "../key-ring.ts";
import { fileOf, type Key, type KeyPlace } from "../keys.ts";
import type { KeyLocation } from "../location.ts";
import { KeyElsewhere, lostKey } from "../lost-key.ts";
import { hostsWith } from "./hosts.ts";

/** What the vault in the store needs of its gateway. */
export type VaultHost = Pick<PluginContext, "store" | "transact" | "now">;

/** The keys of the vault in the store that this host has. */
export interface StoreKeys {
  readonly host: VaultHost;
  /** The name of this host. */
  readonly here: string;
  /** Identifies this host and its place of keys. */
  readonly id: string;
  readonly ring: KeyRing;
  /** Where new keys are stored: in a file if there is a folder, because it can be copied to other hosts. */
  readonly keyIn: KeyPlace["kind"];
  find(head: StoreHead, name: string): Promise<Key | undefined>;
  /** Throws KeyElsewhere if only other hosts have it, and LostKey or BackendTrouble if nobody is known to have it. */
  need(head: StoreHead, name: string): Promise<Key>;
}

export function createStoreKeys(host: VaultHost, here: string, location: KeyLocation, keychain: Keychain): StoreKeys {
  const ring = createKeyRing(location, keychain);
  const keyIn = location.keys === undefined ? "keychain" : "file";
  const id = createHash("sha256")
    .update(`${here}\n${location.keys ?? ""}`)
    .digest("hex")
    .slice(0, 24);
  const find: StoreKeys["find"] = ({ installation }, name) => ring.find(name, { installation, keyIn });
  return {
    ...{ host, here, id, ring, keyIn, find },
    async need(head, name) {
      let trouble: unknown;
      try {
        const key = await find(head, name);
        if (key) return key;
      } catch (error) {
        trouble = error;
      }
      const hosts = await hostsWith(host.store, name, id);
      if (hosts.length > 0) throw new KeyElsewhere(here, hosts, fileOf(head.installation, name));
      throw trouble ?? lostKey(keyIn);
    },
  };
}

import { BackendTrouble } from "../backends/backend.ts";
import type { Keychain } from "../keychain/keychain.ts";
import { createKey, type Key, type KeyPlace, keysInFolder, keysInKeychain } from "./keys.ts";
import type { KeyLocation } from "./location.ts";

/** The places in which this host may store keys of the vault. */
export interface KeyRing {
  readonly places: readonly KeyPlace[];
  /**
   * Finds a key by its name, first in the places of the kind `keyIn`, whose errors are passed on, then in the others.
   * Without a head, all places count as such.
   */
  find(name: string, head: { installation: string; keyIn: KeyPlace["kind"] } | undefined): Promise<Key | undefined>;
  /** Creates and stores a key, in a place of the kind `keyIn` if there is one. */
  create(installation: string, keyIn?: KeyPlace["kind"]): Promise<{ key: Key; keyIn: KeyPlace["kind"] }>;
  /** Removes a key from all places, as far as they can be used, or only from the folder. */
  remove(installation: string, name: string, isInKeychain?: boolean): Promise<void>;
}

export function createKeyRing({ keys, keychain: allowsKeychain }: KeyLocation, keychain: Keychain): KeyRing {
  const places: KeyPlace[] = [
    ...(allowsKeychain ? [keysInKeychain(keychain)] : []),
    ...(keys === undefined ? [] : [keysInFolder(keys)]),
  ];
  return {
    places,
    async find(name, head) {
      const [likely, others] = [true, false].map((is) =>
        places.filter(({ kind }) => (head === undefined || kind === head.keyIn) === is),
      ) as [KeyPlace[], KeyPlace[]];
      for (const place of likely) {
        const key = await place.get(head?.installation ?? "", name);
        if (key) return key;
      }
      for (const place of others) {
        const key = await place.get(head?.installation ?? "", name).catch(() => undefined);
        if (key) return key;
      }
      return undefined;
    },
    async create(installation, keyIn) {
      const key = createKey();
      let trouble: unknown = new BackendTrouble({
        reason: "no place is configured for its key",
        help: 'Set "home" or "vault.keys" in the configuration of the plugin "credentials"',
      });
      const wanted = places.filter(({ kind }) => keyIn === undefined || kind === keyIn);
      for (const place of wanted.length > 0 ? wanted : places) {
        try {
          await place.put(installation, key);
          return { key, keyIn: place.kind };
        } catch (error) {
          trouble = error;
        }
      }
      throw trouble;
    },
    async remove(installation, name, isInKeychain = true) {
      for (const place of places)
        if (isInKeychain || place.kind === "file") await place.remove(installation, name).catch(() => {});
    },
  };
}

import type { Config } from "../config.ts";
import type { Keychain } from "../keychain/keychain.ts";
import type { VaultPlace } from "../schemas.ts";
import type { Whereabouts } from "../whereabouts.ts";
import { settingOf } from "./location.ts";
import type { VaultHost } from "./store/store-keys.ts";
import { openStoreVault, type StoreVault } from "./store/store-vault.ts";
import { openVault, type Vault } from "./vault.ts";

/**
 * The vault of a gateway. New secrets are stored in its place; all secrets are read from both places, so it can be moved
 * while it is used. A reference to a secret is the same in both.
 */
export interface Vaults {
  /** Where new secrets are stored. */
  readonly place: VaultPlace;
  /** The secrets in the folder of this host; undefined if there is no folder. */
  readonly folder: Vault | undefined;
  readonly store: StoreVault;
  /** Returns undefined if there is no such secret here. Throws SecretDamaged or BackendTrouble. */
  read(id: string): Promise<string | undefined>;
}

/** Opens the vault; `lack` says why there is none. */
export function openVaults(
  host: VaultHost,
  config: Config,
  { here, isShared }: Whereabouts,
  keychain: Keychain,
): Vaults | { lack: string } {
  const setting = settingOf(config, isShared);
  if ("lack" in setting) return setting;
  const { place, keys } = setting;
  const folder = setting.folder === undefined ? undefined : openVault({ folder: setting.folder, ...keys }, keychain);
  const store = openStoreVault(host, here, keys, keychain);
  return {
    place,
    folder,
    store,
    async read(id) {
      const stored = await store.read(id);
      if (stored !== undefined || !folder) return stored;
      // Meanwhile it may have been moved from the folder to the store.
      return (await folder.read(id)) ?? store.read(id);
    },
  };
}

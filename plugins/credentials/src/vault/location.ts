import { join, relative, resolve } from "node:path";
import type { Config } from "../config.ts";
import type { VaultPlace } from "../schemas.ts";

/** Where this host may store keys of the vault. */
export interface KeyLocation {
  /** The folder of key files; undefined if keys may only be stored in the keychain. */
  readonly keys: string | undefined;
  /** Whether keys may be stored in the keychain. */
  readonly keychain: boolean;
}

/** Where a vault in a folder and its keys are stored. */
export interface VaultLocation extends KeyLocation {
  readonly folder: string;
}

/** The vault of a gateway. */
export interface VaultSetting {
  /** Where new secrets are stored. */
  readonly place: VaultPlace;
  /** Undefined if secrets can only be in the store. */
  readonly folder: string | undefined;
  readonly keys: KeyLocation;
}

const LACK = {
  lack: 'no folder is configured for it. Set "data" or "vault.folder" in the configuration of the plugin "credentials"',
};

/**
 * Reads the configuration; `lack` says what is missing. `isShared` says whether gateways on several machines can share
 * the store. Throws if the keys would be stored inside the vault.
 */
export function settingOf({ data, home, vault = {} }: Config, isShared: boolean): VaultSetting | { lack: string } {
  const given = vault.folder ?? (data === undefined ? undefined : join(data, "vault"));
  const folder = given === undefined ? undefined : resolve(given);
  const keys = keysOf(vault.keys, home);
  if (folder !== undefined && keys.keys !== undefined && !relative(folder, keys.keys).startsWith(".."))
    throw new Error('"vault.keys" must not be inside "vault.folder": a copy of the vault would contain its keys');
  // A gateway for which nothing is configured has no vault, whatever its store is.
  const isConfigured = folder !== undefined || vault.keys !== undefined || home !== undefined;
  const place = vault.place ?? (isShared && isConfigured ? "store" : "folder");
  return place === "folder" && folder === undefined ? LACK : { place, folder, keys };
}

function keysOf(given: string | undefined, home: string | undefined): KeyLocation {
  if (given === "keychain") return { keys: undefined, keychain: true };
  const keys = given ?? (home === undefined ? undefined : join(home, "vault-keys"));
  return { keys: keys === undefined ? undefined : resolve(keys), keychain: given === undefined };
}

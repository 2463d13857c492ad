import { join, relative, resolve } from "node:path";
import type { Config } from "../config.ts";

/** Where the vault and its keys are stored. */
export interface VaultLocation {
  readonly folder: string;
  /** The folder of key files; undefined if keys may only be stored in the keychain. */
  readonly keys: string | undefined;
  /** Whether keys may be stored in the keychain. */
  readonly keychain: boolean;
}

/** Reads the configuration; `lack` says what is missing. Throws if the keys would be stored inside the vault. */
export function locationOf({ data, home, vault = {} }: Config): VaultLocation | { lack: string } {
  const given = vault.folder ?? (data === undefined ? undefined : join(data, "vault"));
  if (given === undefined)
    return {
      lack: 'no folder is configured for it. Set "data" or "vault.folder" in the configuration of the plugin "credentials"',
    };
  const folder = resolve(given);
  if (vault.keys === "keychain") return { folder, keys: undefined, keychain: true };
  const keys = vault.keys ?? (home === undefined ? undefined : join(home, "vault-keys"));
  if (keys === undefined) return { folder, keys, keychain: true };
  if (!relative(folder, resolve(keys)).startsWith(".."))
    throw new Error('"vault.keys" must not be inside "vault.folder": a copy of the vault would contain its keys');
  return { folder, keys: resolve(keys), keychain: vault.keys === undefined };
}

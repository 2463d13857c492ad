import { join, relative, resolve } from "node:path";
import type { Config } from "../config.ts";

/** Where the vault is, and where its keys may be. */
export interface Where {
  readonly folder: string;
  /** The folder of key files; undefined where keys may only lie in the keychain. */
  readonly keys: string | undefined;
  /** Whether keys may lie in the keychain. */
  readonly keychain: boolean;
}

/** What the configuration says; `lack` where that is too little. Throws where the keys would lie in what they lock. */
export function whereOf({ data, home, vault = {} }: Config): Where | { lack: string } {
  const given = vault.folder ?? (data === undefined ? undefined : join(data, "vault"));
  if (given === undefined)
    return { lack: "no folder is configured for it (data, or vault.folder, of the credentials group)" };
  const folder = resolve(given);
  if (vault.keys === "keychain") return { folder, keys: undefined, keychain: true };
  const keys = vault.keys ?? (home === undefined ? undefined : join(home, "vault-keys"));
  if (keys === undefined) return { folder, keys, keychain: true };
  if (!relative(folder, resolve(keys)).startsWith(".."))
    throw new Error("vault.keys lies in vault.folder: keys belong elsewhere, or whoever copies the vault has both");
  return { folder, keys: resolve(keys), keychain: vault.keys === undefined };
}

import { join } from "node:path";
import type { Config } from "../safe.ts";

/** Where the vault is, and where its keys may be. */
export interface Where {
  readonly folder: string;
  /** The folder of key files; undefined where keys may only lie in the keychain. */
  readonly keys: string | undefined;
  /** Whether keys may lie in the keychain. */
  readonly keychain: boolean;
}

/** What the configuration says; `lack` where that is too little. */
export function whereOf({ data, home, vault = {} }: Config): Where | { lack: string } {
  const folder = vault.folder ?? (data === undefined ? undefined : join(data, "vault"));
  if (folder === undefined)
    return { lack: "no folder is configured for it (data, or vault.folder, of the credentials group)" };
  if (vault.keys === "keychain") return { folder, keys: undefined, keychain: true };
  if (vault.keys !== undefined) return { folder, keys: vault.keys, keychain: false };
  return { folder, keys: home === undefined ? undefined : join(home, "vault-keys"), keychain: true };
}

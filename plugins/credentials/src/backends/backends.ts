import type { Config } from "../config.ts";
import { createKeychain } from "../keychain/keychain.ts";
import { openVault, type Vault } from "../vault/vault.ts";
import { whereOf } from "../vault/where.ts";
import type { Backend, Keep } from "./backend.ts";
import { env } from "./env.ts";
import { keychainBackend } from "./keychain.ts";
import { vaultBackend } from "./vault.ts";

/** A backend that takes secrets. */
export type Keeping = Backend & { readonly keep: Keep };

/** The backends of one gateway. */
export interface Backends {
  readonly all: readonly Backend[];
  named(name: string): Backend | undefined;
  /** Where secrets go that no backend is named for. */
  standard(): Promise<Keeping>;
  /** Undefined where there is no folder for one. */
  readonly vault: Vault | undefined;
  close(): void;
}

export function openBackends(config: Config): Backends {
  const keychain = createKeychain();
  const where = whereOf(config);
  const vault = "lack" in where ? undefined : openVault(where, keychain);
  const inKeychain = keychainBackend(keychain) as Keeping;
  const inVault = vaultBackend(vault, "lack" in where ? where.lack : "") as Keeping;
  const all = [inKeychain, inVault, env];
  return {
    all,
    named: (name) => all.find((one) => one.name === name),
    async standard() {
      if (config.backend === "vault") return inVault;
      if (config.backend === "keychain") return inKeychain;
      return (await inKeychain.trouble()) === undefined ? inKeychain : inVault;
    },
    vault,
    close: () => keychain.close(),
  };
}

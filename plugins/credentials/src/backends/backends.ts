import type { Config } from "../config.ts";
import { createKeychain } from "../keychain/keychain.ts";
import type { VaultHost } from "../vault/store/store-keys.ts";
import { openVaults, type Vaults } from "../vault/vaults.ts";
import type { Whereabouts } from "../whereabouts.ts";
import type { Backend, SecretWriter } from "./backend.ts";
import { envBackend } from "./env.ts";
import { keychainBackend } from "./keychain.ts";
import { vaultBackend } from "./vault.ts";

/** A backend that can store secrets. */
export type WritableBackend = Backend & { readonly writer: SecretWriter };

/** The backends of one gateway. */
export interface Backends {
  readonly all: readonly Backend[];
  named(name: string): Backend | undefined;
  /** The default backend for new secrets. */
  standard(): Promise<WritableBackend>;
  /** Undefined if nothing is configured for it. */
  readonly vault: Vaults | undefined;
  close(): void;
}

export function openBackends(host: VaultHost, config: Config, whereabouts: Whereabouts): Backends {
  const keychain = createKeychain();
  const opened = openVaults(host, config, whereabouts, keychain);
  const vault = "lack" in opened ? undefined : opened;
  const inKeychain = keychainBackend(keychain, config.keychain) as WritableBackend;
  const inVault = vaultBackend(vault, "lack" in opened ? opened.lack : "") as WritableBackend;
  const all = [inKeychain, inVault, envBackend(config.env)];
  return {
    all,
    named: (name) => all.find((backend) => backend.name === name),
    async standard() {
      if (config.backend === "vault") return inVault;
      if (config.backend === "keychain") return inKeychain;
      return (await inKeychain.trouble()) === undefined ? inKeychain : inVault;
    },
    vault,
    close: () => keychain.close(),
  };
}

import type { Config } from "../config.ts";
import { createKeychain } from "../keychain/keychain.ts";
import { locationOf } from "../vault/location.ts";
import { openVault, type Vault } from "../vault/vault.ts";
import type { Backend, SecretWriter } from "./backend.ts";
import { env } from "./env.ts";
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
  /** Undefined if no folder is configured for it. */
  readonly vault: Vault | undefined;
  close(): void;
}

export function openBackends(config: Config): Backends {
  const keychain = createKeychain();
  const location = locationOf(config);
  const vault = "lack" in location ? undefined : openVault(location, keychain);
  const inKeychain = keychainBackend(keychain) as WritableBackend;
  const inVault = vaultBackend(vault, "lack" in location ? location.lack : "") as WritableBackend;
  const all = [inKeychain, inVault, env];
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

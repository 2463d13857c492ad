import type { Vault } from "../vault/vault.ts";
import { type Backend, BackendTrouble } from "./backend.ts";

/** The encrypted folder. `lack` says why there is no vault. */
export function vaultBackend(vault: Vault | undefined, lack: string): Backend {
  const opened = (): Vault => {
    if (vault) return vault;
    throw new BackendTrouble({ reason: lack });
  };
  return {
    name: "vault",
    title: "the vault",
    faultOf: (place) =>
      /^sec_[0-9a-f]{24}$/.test(place)
        ? undefined
        : "must be the id of a secret in the vault, like vault:sec_0123456789abcdef01234567",
    trouble: async () => (vault ? vault.trouble() : { reason: lack }),
    read: async (place) => opened().read(place),
    writer: {
      placeFor: (id) => id,
      write: async (place, secret) => opened().write(place, secret),
      remove: async (place) => opened().remove(place),
    },
  };
}

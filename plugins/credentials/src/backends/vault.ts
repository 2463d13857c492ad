import type { Vaults } from "../vault/vaults.ts";
import { type Backend, BackendTrouble } from "./backend.ts";

/** The vault, in the store or in a folder. `lack` says why there is none. */
export function vaultBackend(vault: Vaults | undefined, lack: string): Backend {
  const opened = (): Vaults => {
    if (vault) return vault;
    throw new BackendTrouble({ reason: lack });
  };
  const folder = () => {
    const found = opened().folder;
    if (found) return found;
    throw new BackendTrouble({ reason: "no folder is configured for it" });
  };
  return {
    name: "vault",
    title: "the vault",
    faultOf: (place) =>
      /^sec_[0-9a-f]{24}$/.test(place)
        ? undefined
        : "must be the id of a secret in the vault, like vault:sec_0123456789abcdef01234567",
    trouble: async () => {
      if (!vault) return { reason: lack };
      return vault.place === "store" ? vault.store.trouble() : vault.folder?.trouble();
    },
    read: async (place) => opened().read(place),
    holds: async (place) => (await vault?.folder?.has(place)) ?? false,
    writer: {
      placeFor: (id) => id,
      write: async (place, secret) => folder().write(place, secret),
      remove: async (place) => folder().remove(place),
    },
    ...(vault?.place === "store" && { inCommit: vault.store }),
  };
}

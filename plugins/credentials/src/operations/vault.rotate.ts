import { defineCommand, oneOf, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { CURRENT_KEY, sealKeys } from "../collections.ts";
import { BackendUnavailable, NoVault, VaultKeyMissing } from "../errors.ts";
import { vaultRotated } from "../events.ts";
import { group } from "../group.ts";
import { vaultOf, withVaultErrors } from "../vault/of.ts";
import type { Rotated } from "../vault/reseal.ts";
import type { Vaults } from "../vault/vaults.ts";

export const vaultRotate = defineCommand(group, {
  id: "credentials.vault.rotate",
  summary: "Rotate the key of the vault",
  description:
    "Encrypts all secrets with a new key. They stay usable meanwhile; if the rotation is interrupted, it resumes at the " +
    "next start. Secrets that can no longer be read (lost key or damaged file) are not changed: rotate their " +
    "connections. If the vault is in the store and several hosts use it, the new key is created on this host and not " +
    "used before all others have a copy: the answer names them. Then the rotation continues automatically.",
  input: T.Object({
    now: withDefault(
      T.Boolean({
        description:
          "Use the new key at once, because the former key has leaked; other hosts need a copy before they can read secrets",
      }),
      false,
    ),
  }),
  output: T.Object({
    secrets: T.Integer({ description: "Number of secrets encrypted with the new key" }),
    unreadable: T.Integer({ description: "Number of secrets that cannot be read and were not changed" }),
    keyIn: described(oneOf("keychain", "file"), "Where the key is stored"),
    waitingFor: T.Optional(
      T.Array(T.String(), {
        description: "Hosts that need a copy of the new key before it is used",
      }),
    ),
    keyFile: T.Optional(T.String({ description: "Name of the file of the new key, to be copied to these hosts" })),
  }),
  errors: [NoVault, BackendUnavailable, VaultKeyMissing],
  examples: [
    { title: "Rotate it, once all hosts have the new key", input: {} },
    { title: "Replace a key that has leaked", input: { now: true } },
  ],
  async plan({ state }) {
    const { place, folder, store } = vaultOf(state);
    const vault = place === "store" ? store : folder;
    const { secrets, unreadable } = await withVaultErrors(
      state.counts("count", async () => (await vault?.count()) ?? { secrets: 0, unreadable: 0 }),
    );
    const left = unreadable === 0 ? "" : `; ${unreadable} of them cannot be read and will not be changed`;
    return {
      summary: `Rotate the key of the vault, which holds ${secrets} ${secrets === 1 ? "secret" : "secrets"}${left}`,
      secrets,
      unreadable,
    };
  },
  async execute({ state, store, emit }, _plan, { now }) {
    const vault = vaultOf(state);
    let isOurs = false;
    const rotate = () => {
      isOurs = true;
      return rotateVault(vault, now);
    };
    const rotated = await withVaultErrors(state.rotations(now ? "rotate now" : "rotate", rotate));
    // The vault in the store announces its new key itself, when all hosts have it.
    if (isOurs && vault.place === "folder") {
      const current = await store.get(sealKeys, CURRENT_KEY);
      // Groups whose records are encrypted with the old key react to the event and encrypt them again. A key in the
      // folder of another host is not affected.
      if (current && (!state.isShared || (await vault.folder?.has(current.keyId))))
        await store.delete(sealKeys, CURRENT_KEY);
      emit(vaultRotated, rotated);
    }
    return { ...rotated };
  },
});

/** Rotates the key of the place in which new secrets are stored. */
async function rotateVault({ place, folder, store }: Vaults, now: boolean): Promise<Rotated> {
  if (place === "store") return store.rotate(now);
  if (!folder) throw NoVault({});
  return folder.rotate();
}

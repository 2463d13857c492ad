import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { sealedSecrets } from "../collections.ts";
import { BackendUnavailable, NoVault, VaultKeyMissing } from "../errors.ts";
import { group } from "../group.ts";
import { VaultPlace } from "../schemas.ts";
import { sweepOnce } from "../sweep.ts";
import { moveToFolder, moveToStore } from "../vault/move.ts";
import { assertVaultWorks, vaultOf, withVaultErrors } from "../vault/of.ts";

export const vaultMove = defineCommand(group, {
  id: "credentials.vault.move",
  summary: "Move the secrets of the vault between a folder and the store",
  description:
    "To the store: moves the secrets in the folder of this host, so that all gateways with the vault's key can use them. " +
    "Run it on each host that has such a folder. To a folder: moves all secrets to this host. They stay usable " +
    "meanwhile. Where new secrets are stored is the setting `vault.place`.",
  effect: "external",
  dryRunByDefault: true,
  input: T.Object({ to: described(VaultPlace, "Where to move them") }),
  output: T.Object({
    moved: T.Integer({ description: "Number of secrets that were moved" }),
    left: T.Integer({
      description:
        "Number of secrets that were not moved: they cannot be read, are being created or removed, or were removed from this folder less than an hour ago",
    }),
  }),
  errors: [NoVault, BackendUnavailable, VaultKeyMissing],
  examples: [{ title: "Show how many secrets would be moved to the store", input: { to: "store" } }],
  async plan({ state, store }, { to }) {
    const { folder } = vaultOf(state);
    if (!folder && to === "folder") throw NoVault({});
    const count = async () =>
      to === "store" ? ((await folder?.ids())?.length ?? 0) : store.unchecked.count(sealedSecrets);
    const secrets = await withVaultErrors(count());
    const what = `${secrets} ${secrets === 1 ? "secret" : "secrets"} of the vault`;
    const where =
      to === "store" ? "from the folder of this host to the store" : "from the store to the folder of this host";
    return { summary: `Move ${what} ${where}`, secrets, host: state.here };
  },
  async execute({ host, state }, _plan, { to }) {
    const { folder, store } = vaultOf(state);
    if (!folder) return { moved: 0, left: 0 };
    assertVaultWorks(await (to === "store" ? store : folder).trouble());
    const moved = await withVaultErrors((to === "store" ? moveToStore : moveToFolder)({ host, folder, store }));
    await sweepOnce(host);
    return { ...moved };
  },
});

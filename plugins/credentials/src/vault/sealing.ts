import { randomBytes } from "node:crypto";
import type { Sealing } from "@postern/core/sealing";
import { SecretDamaged, toldAs } from "../backends/backend.ts";
import { loose, PRESENT, sealKeys } from "../collections.ts";
import { vaultRotated } from "../events.ts";
import type { OurSetupHost } from "../host.ts";
import { GRACE } from "../stash.ts";
import { opened, seal } from "./seal.ts";
import type { Vault } from "./vault.ts";

const title = { name: "vault", title: "the vault" } as const;
const LACK = "the vault has no folder: configure data, or vault.folder, of the credentials group";

/**
 * Encrypts what other groups store in records of their own. It is done with a key of its own that lies in the vault as
 * its secrets do: so a change of the vault's key leaves every record readable, wherever it is, also in a backup. The
 * record `PRESENT` names the key; a sealed text reads `<id of its key> <as the vault seals it>`.
 */
export function createSealing(host: OurSetupHost, vault: Vault | undefined): Sealing {
  /** By id. A key never changes. */
  const known = new Map<string, Buffer>();

  async function keyOf(id: string, place: string): Promise<{ name: string; bytes: Buffer }> {
    const bytes = known.get(id) ?? Buffer.from((await vault?.read(id)) ?? "", "base64url");
    if (bytes.length === 0)
      throw new SecretDamaged(`the key that ${place} was encrypted with is no longer in the vault`);
    known.set(id, bytes);
    return { name: id, bytes };
  }

  const presentId = async (): Promise<string | undefined> => (await host.store.get(sealKeys, PRESENT))?.keyId;

  /** Another process may be first: then its key counts. What a crash leaves in the vault is removed as loose secrets are. */
  async function begin(): Promise<string> {
    const [id, secretRef] = await host.transact(async ({ store, id: fresh, now }) => {
      const made = fresh("seal_");
      const reference = `vault:${made}`;
      await store.put(loose, { secretRef: reference, backend: "vault", dueAt: now + GRACE, attempts: 0 });
      return [made, reference] as const;
    });
    await vault?.write(id, randomBytes(32).toString("base64url"));
    return host.transact(async ({ store, now }) => {
      const found = await store.get(sealKeys, PRESENT);
      const noted = await store.get(loose, secretRef);
      if (!found && noted && noted.attempts === 0) {
        await store.delete(loose, secretRef);
        await store.put(sealKeys, { name: PRESENT, keyId: id });
        return id;
      }
      if (noted) await store.put(loose, { ...noted, dueAt: now });
      if (!found) throw new Error("The key that was made has been removed meanwhile");
      return found.keyId;
    });
  }

  const told = async <T>(place: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toldAs(error, title, place);
    }
  };

  return {
    ...(vault === undefined && { lack: LACK }),
    seal: (secret, place) =>
      told(place, async () => {
        const key = await keyOf((await presentId()) ?? (await begin()), place);
        return `${key.name} ${seal(key, place, secret).trimEnd()}`;
      }),
    open: (sealed, place) =>
      told(place, async () => {
        const [id = "", text = ""] = sealed.split(" ", 2);
        const secret = opened(await keyOf(id, place), place, text);
        if (secret === undefined) throw new SecretDamaged("what was encrypted is damaged");
        return secret;
      }),
    isCurrent: async (sealed) => sealed.split(" ", 1)[0] === (await presentId()),
    onNewKey: (listener) => host.on(vaultRotated, listener),
  };
}

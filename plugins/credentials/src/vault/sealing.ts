import { randomBytes } from "node:crypto";
import { omitUndefined, type PluginTransaction } from "@postern/core";
import type { Sealing } from "@postern/kit/sealing";
import { callerError, SecretDamaged } from "../backends/backend.ts";
import { CURRENT_KEY, orphans, sealKeys } from "../collections.ts";
import { SecretElsewhere } from "../errors.ts";
import { vaultRotated } from "../events.ts";
import type { OurSetupHost } from "../host.ts";
import type { State } from "../state.ts";
import { GRACE } from "../store-secret.ts";
import { opened, seal } from "./seal.ts";
import type { StoreVault } from "./store/store-vault.ts";

const title = { name: "vault", title: "the vault" } as const;
const LACK = 'the vault has no folder. Set "data" or "vault.folder" in the configuration of the plugin "credentials"';

/**
 * Encrypts secrets that other groups store in their records. The key is itself a secret of the vault, so records and
 * backups stay readable when the vault's key is rotated. The record `CURRENT_KEY` names the key; a sealed text has the
 * form `<id of its key> <text sealed as in the vault>`.
 */
export function createSealing(host: OurSetupHost, { backends: { vault }, here, isShared }: State): Sealing {
  /** Keys by id. A key never changes. */
  const known = new Map<string, Buffer>();

  async function keyOf(id: string, place: string): Promise<{ name: string; bytes: Buffer }> {
    const bytes = known.get(id) ?? Buffer.from((await vault?.read(id)) ?? "", "base64url");
    if (bytes.length === 0) {
      const host = await hostOf(id);
      if (isShared && host !== here) throw SecretElsewhere(omitUndefined({ secretRef: `vault:${id}`, here, host }));
      throw new SecretDamaged(`the key that ${place} was encrypted with is no longer in the vault`);
    }
    known.set(id, bytes);
    return { name: id, bytes };
  }

  /** The host that has a key in its folder, if that is known. */
  const hostOf = async (id: string): Promise<string | undefined> => (await host.store.get(sealKeys, id))?.host;

  const currentId = async (): Promise<string | undefined> => (await host.store.get(sealKeys, CURRENT_KEY))?.keyId;

  /**
   * Creates a key. If another process is first, its key is used. A key left by a crash is removed like other orphans.
   */
  async function createSealKey(): Promise<string> {
    const secret = randomBytes(32).toString("base64url");
    if (vault?.place === "store") return host.transact((ctx) => createInStore(ctx, vault.store, secret));
    const [id, secretRef] = await host.transact(async ({ store, id: newId, now }) => {
      const keyId = newId("seal_");
      const reference = `vault:${keyId}`;
      await store.put(orphans, { secretRef: reference, backend: "vault", host: here, dueAt: now + GRACE, attempts: 0 });
      return [keyId, reference] as const;
    });
    await vault?.folder?.write(id, secret);
    return host.transact(async ({ store, now }) => {
      const found = await store.get(sealKeys, CURRENT_KEY);
      const orphan = await store.get(orphans, secretRef);
      if (!found && orphan && orphan.attempts === 0) {
        await store.delete(orphans, secretRef);
        for (const name of [CURRENT_KEY, id]) await store.put(sealKeys, { name, keyId: id, host: here });
        return id;
      }
      if (orphan) await store.put(orphans, { ...orphan, dueAt: now });
      if (!found) throw new Error("The new key was removed before it was used. Try again.");
      return found.keyId;
    });
  }

  const withCallerErrors = async <T>(place: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw callerError(error, title, place);
    }
  };

  return {
    ...(vault === undefined && { lack: LACK }),
    seal: (secret, place) =>
      withCallerErrors(place, async () => {
        const key = await keyOf((await currentId()) ?? (await createSealKey()), place);
        return `${key.name} ${seal(key, place, secret).trimEnd()}`;
      }),
    open: (sealed, place) =>
      withCallerErrors(place, async () => {
        const [id = "", text = ""] = sealed.split(" ", 2);
        const secret = opened(await keyOf(id, place), place, text);
        if (secret === undefined) throw new SecretDamaged("the encrypted text is damaged");
        return secret;
      }),
    isCurrent: async (sealed) => sealed.split(" ", 1)[0] === (await currentId()),
    onNewKey: (listener) => host.on(vaultRotated, listener),
  };
}

/** Creates a key in the store, unless another gateway was first. */
async function createInStore(ctx: PluginTransaction, vault: StoreVault, secret: string): Promise<string> {
  const found = await ctx.store.get(sealKeys, CURRENT_KEY);
  if (found) return found.keyId;
  const keyId = ctx.id("seal_");
  await vault.put(ctx, keyId, secret);
  await ctx.store.put(sealKeys, { name: CURRENT_KEY, keyId });
  return keyId;
}

import type { PluginTransaction, Transacting } from "@postern/core";
import { omitUndefined } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { CURRENT_KEY, connections, orphans, sealedSecrets, sealKeys } from "../collections.ts";
import { showConnection } from "../connection.ts";
import { connectionUpdated } from "../events.ts";
import type { OurHost } from "../host.ts";
import { GRACE } from "../store-secret.ts";
import type { StoreVault } from "./store/store-vault.ts";
import type { Vault } from "./vault.ts";

/** The result of a move. */
export interface Moved {
  readonly moved: number;
  /** Secrets that could not be moved and stay usable where they are. */
  readonly left: number;
}

interface Setting {
  readonly host: OurHost;
  readonly folder: Vault;
  readonly store: StoreVault;
}

const referenceOf = (id: string): string => `vault:${id}`;

/**
 * Moves all secrets from the folder of this host to the store, each in a commit of its own. That commit also records
 * the file as an orphan, which is then removed. A secret is therefore readable at any time, also after a crash.
 */
export async function moveToStore(setting: Setting): Promise<Moved> {
  const { host, folder, store } = setting;
  let [moved, left] = [0, 0];
  for (const id of await folder.ids()) {
    const secret = await folder.read(id).catch(() => undefined);
    const isMoved =
      secret !== undefined &&
      (await host.transact(async (ctx) => {
        const secretRef = referenceOf(id);
        // It is being created or removed.
        if (await ctx.store.get(orphans, secretRef)) return false;
        if (!(await setHost(ctx, id, undefined))) return false;
        if (!(await ctx.store.get(sealedSecrets, id))) await store.put(ctx, id, secret);
        await putOrphan(ctx, host, secretRef, ctx.now);
        return true;
      }));
    if (isMoved) moved++;
    else left++;
  }
  return { moved, left };
}

/**
 * Moves all secrets from the store to the folder of this host. A file is first recorded as an orphan; the commit that
 * deletes that record removes the secret from the store.
 */
export async function moveToFolder({ host, folder, store }: Setting): Promise<Moved> {
  let [moved, left] = [0, 0];
  for await (const { id } of scanRecords(host.store, sealedSecrets, { portion: 16 })) {
    const secretRef = referenceOf(id);
    const secret = await store.read(id).catch(() => undefined);
    // A file that was removed from here less than an hour ago could be removed again by an older rotation.
    if (secret === undefined || (await folder.wasRemoved(id))) {
      left++;
      continue;
    }
    const dueAt = await host.transact(async (ctx) => {
      const other = await ctx.store.get(orphans, secretRef);
      // An interrupted move is continued, unless the removal of its file has begun.
      if (other && (other.attempts > 0 || other.host !== host.state.here)) return undefined;
      const due = ctx.now + GRACE;
      await putOrphan(ctx, host, secretRef, due);
      return due;
    });
    if (dueAt !== undefined) await folder.write(id, secret);
    const isMoved =
      dueAt !== undefined &&
      (await host.transact(async (ctx) => {
        const orphan = await ctx.store.get(orphans, secretRef);
        // The sweep has begun to remove the file, or the secret was removed meanwhile: then the sweep removes the file.
        if (orphan?.dueAt !== dueAt || orphan.attempts > 0) return false;
        if (!(await ctx.store.get(sealedSecrets, id)) || !(await setHost(ctx, id, host.state.here))) return false;
        await ctx.store.delete(orphans, secretRef);
        await ctx.store.delete(sealedSecrets, id);
        return true;
      }));
    if (isMoved) moved++;
    else left++;
  }
  return { moved, left };
}

/** Records a file in the folder of this host that is to be removed. */
const putOrphan = ({ store }: PluginTransaction, { state }: OurHost, secretRef: string, dueAt: number) =>
  store.put(orphans, { secretRef, backend: "vault", host: state.here, dueAt, attempts: 0 });

/**
 * Stages which host has a secret, in the records that name it. Returns false if it is the secret of a connection that
 * does not exist.
 */
async function setHost(ctx: PluginTransaction, id: string, host: string | undefined): Promise<boolean> {
  if (id.startsWith("seal_")) {
    for (const name of [CURRENT_KEY, id]) {
      const found = await ctx.store.get(sealKeys, name);
      if (name === id || found?.keyId === id) await ctx.store.put(sealKeys, omitUndefined({ name, keyId: id, host }));
    }
    return true;
  }
  let isNamed = false;
  for await (const record of scanRecords(ctx.store, connections, { by: "bySecret", prefix: [referenceOf(id)] })) {
    isNamed = true;
    const { host: _, ...rest } = record;
    await putConnection(ctx, omitUndefined({ ...rest, host }));
  }
  return isNamed;
}

async function putConnection(
  ctx: Pick<Transacting, "store" | "now" | "emit">,
  record: Parameters<typeof showConnection>[1],
): Promise<void> {
  await ctx.store.put(connections, record);
  ctx.emit(connectionUpdated, { connection: await showConnection(ctx, record) });
}

import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { GatewayView, StoreView } from "@postern/core";
import { type BackupOptions, ownFingerprint, sweepBackups } from "../backup/index.ts";
import { encryptionIn } from "../encryption.ts";
import { openAnyBackup } from "../open.ts";
import { backUp } from "./back-up.ts";
import { backupsIn, scheduledName } from "./files.ts";
import { folderIn, type Policy } from "./policy.ts";

interface Setting {
  readonly services: { readonly store: StoreView; readonly gateway: GatewayView };
  readonly data: string;
  readonly now: number;
  readonly signal: AbortSignal;
}

export interface MadeBackup {
  readonly path: string;
  readonly records: number;
  readonly blobs: number;
  readonly bytes: number;
}

/** Writes a backup by the policy, verifies it, and only then removes the oldest ones that are not to be kept. */
export async function makeScheduled({ services, data, now, signal }: Setting, policy: Policy): Promise<MadeBackup> {
  const folder = folderIn(policy, data);
  await sweepBackups(folder);
  const written = createHash("sha256");
  const encrypt = await encryptionIn({ ...(policy.recipients && { recipients: policy.recipients }) });
  const name = scheduledName(now, encrypt !== undefined);
  const options = { version: services.gateway.version, now, signal };
  const about = { ...options, ...(encrypt && { encrypt: hashed(encrypt, written) }) };
  const { damaged, ...counts } = await backUp(services.store, data, name, about, folder);
  const path = join(folder, name);
  await (encrypt ? verifyBytes(path, written, signal) : verifyContent(path, data, signal));
  // A backup of a damaged store lacks records that older ones may have.
  if (damaged === 0) await prune(folder, policy.keep);
  return { path: policy.folder === undefined ? `backups/${name}` : path, ...counts };
}

type Encrypt = NonNullable<BackupOptions["encrypt"]>;

/** Adds the encrypted bytes to a hash: this installation cannot decrypt them to verify them. */
const hashed =
  (encrypt: Encrypt, hash: Hash): Encrypt =>
  async (clear) =>
    (await encrypt(clear)).pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          hash.update(chunk);
          controller.enqueue(chunk);
        },
      }),
    );

async function verifyBytes(path: string, written: Hash, signal: AbortSignal): Promise<void> {
  const found = createHash("sha256");
  for await (const chunk of createReadStream(path, { signal })) found.update(chunk as Uint8Array);
  if (!found.digest().equals(written.digest()))
    throw new Error(`The backup ${path} differs from the written bytes: the disk may be damaged`);
}

async function verifyContent(path: string, data: string, signal: AbortSignal): Promise<void> {
  const backup = await openAnyBackup(path, {});
  try {
    for await (const _ of backup.frames()) signal.throwIfAborted();
    if (backup.signer() !== (await ownFingerprint(data)))
      throw new Error(`The backup ${path} is not signed by this installation: another program has replaced it`);
  } finally {
    await backup.close();
  }
}

/** Removes the oldest scheduled backups. Those that people have made stay. */
async function prune(folder: string, keep: number): Promise<void> {
  const names = (await backupsIn([folder])).filter(({ scheduled }) => scheduled).map(({ name }) => name);
  for (const name of names.sort().reverse().slice(keep)) await rm(join(folder, name), { force: true });
}

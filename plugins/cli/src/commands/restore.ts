import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Backup, InvalidBackup, ownFingerprint } from "@postern/service/backup";
import { assertReachable, blobFault, withBlobs } from "../blob-storage.ts";
import { buildStore, shownPortions } from "../build-store.ts";
import { markInitialised, prepareFolder } from "../data-folder.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { showProgress } from "../output/progress.ts";
import { refuseWhileServed } from "../running.ts";
import { promptSecret, readSecret } from "../secret.ts";
import type { Settings } from "../settings.ts";
import { isInMemory } from "../store.ts";

export interface RestoreFlags {
  force?: boolean;
  json?: boolean;
  /** A file with age identities. */
  identityFile?: string;
  passphraseFile?: string;
  acceptUnsigned?: boolean;
  /** A fingerprint. */
  acceptSigner?: string;
}

/** Restores the store of the data folder from a backup: completely and verified, or not at all. */
export async function restore(settings: Settings, file: string, flags: RestoreFlags, io: Io): Promise<ExitCode> {
  if (isInMemory(settings)) throw new Refusal("A store in memory cannot be restored: it is lost when the process ends");
  refuseWhileServed(settings.data);
  const backup = await openBackup(pathOf(settings, file, io), flags, io);
  try {
    const { blobs, total } = await checked(backup, settings, io);
    await assertAccepted(backup, settings, flags);
    if (blobs > 0) await assertReachable(settings);
    prepareFolder(settings);
    const { number } = backup.header;
    const portions = (use: "copy" | "compare") => shownPortions(io, use, backup.portions(), total);
    const source = { number, isPast: true, portions };
    const { records, kept } = await buildStore(settings, source, flags.force ?? false);
    await writeBlobs(backup, settings, blobs, io);
    markInitialised(settings);
    const result = {
      records,
      blobs,
      createdAt: new Date(backup.header.createdAt).toISOString(),
      ...(kept && { kept }),
    };
    if (flags.json) io.out(`${JSON.stringify(result)}\n`);
    else {
      io.out(`Restored ${records} records and ${blobs} large values from the backup of ${result.createdAt}\n`);
      if (kept) io.note(`The previous store is kept in ${kept}\n`);
    }
    return Exit.done;
  } catch (error) {
    throw refusalOf(error, file);
  } finally {
    await backup.close();
  }
}

/** A path, or the name of a backup as returned by `service.backup`. */
function pathOf({ data }: Settings, file: string, io: Io): string {
  const places = [resolve(io.cwd, file), join(data, file), join(data, "backups", file)];
  const found = places.find(existsSync);
  if (!found) throw new Refusal(`Backup ${file} not found in the current folder or in ${join(data, "backups")}`);
  return found;
}

async function openBackup(path: string, flags: RestoreFlags, io: Io): Promise<Backup> {
  const { BackupLocked, encryptionOf, openAnyBackup } = await import("@postern/service/services");
  try {
    return await openAnyBackup(path, await keysFor(await encryptionOf(path), flags, io));
  } catch (error) {
    if (!(error instanceof BackupLocked)) throw refusalOf(error, path);
    throw new Refusal(`${path}: ${error.message}. Use --identity-file or --passphrase-file.`, Exit.notPermitted);
  }
}

/** The key of an encrypted backup: from a file, or typed at the terminal. */
async function keysFor(
  encryption: "recipients" | "passphrase" | undefined,
  { identityFile, passphraseFile }: RestoreFlags,
  io: Io,
): Promise<{ identity?: string; passphrase?: string }> {
  if (encryption === "recipients" && identityFile !== undefined)
    return { identity: await readSecret("identity", identityFile, io) };
  if (encryption !== "passphrase") return {};
  const isTyped = io.asks && (passphraseFile === undefined || passphraseFile === "-");
  if (isTyped) return { passphrase: await promptSecret("passphrase", io) };
  return passphraseFile === undefined ? {} : { passphrase: await readSecret("passphrase", passphraseFile, io) };
}

/** By default only backups of this installation are accepted: a forged backup could contain any key and any record. */
async function assertAccepted(backup: Backup, { data }: Settings, flags: RestoreFlags): Promise<void> {
  const signer = backup.signer();
  if (signer === undefined) {
    if (flags.acceptUnsigned) return;
    throw new Refusal(
      "The backup is not signed, so its origin cannot be verified. If you trust it, use --accept-unsigned.",
      Exit.notPermitted,
    );
  }
  const own = await ownFingerprint(data);
  if (signer === own || signer === flags.acceptSigner) return;
  const ours =
    own === undefined ? "this installation has no signing key" : `the fingerprint of this installation is ${own}`;
  throw new Refusal(
    `The backup is signed by another installation (${signer}); ${ours}. If you trust it, use "--accept-signer ${signer}".`,
    Exit.notPermitted,
  );
}

/** Checks the whole backup before anything is changed; returns the number of large values and of records. */
async function checked(backup: Backup, settings: Settings, io: Io): Promise<{ blobs: number; total: number }> {
  let blobs = 0;
  let total = 0;
  const frames = showProgress(io, { label: "Checking the backup", unit: "records" }, backup.frames(), () => 1);
  for await (const { kind, name, value } of frames) {
    if (kind === "record") total++;
    if (kind !== "blob") continue;
    const reason = await blobFault(settings, name, value);
    if (reason !== undefined) throw new Refusal(`Nothing was restored: ${reason}`, Exit.failed);
    blobs++;
  }
  return { blobs, total };
}

/** Large values are named by their content, so an existing one is identical. */
async function writeBlobs(backup: Backup, settings: Settings, total: number, io: Io): Promise<void> {
  const task = { label: "Restoring large values", total };
  const frames = showProgress(io, task, backup.frames(), ({ kind }) => (kind === "blob" ? 1 : 0));
  await withBlobs(settings, async (storage) => {
    for await (const { kind, name, value } of frames) {
      if (kind !== "blob") continue;
      const reason = await blobFault(settings, name, value);
      if (reason !== undefined) throw new Refusal(`The records were restored, but not all large values: ${reason}`);
      await storage.setItemRaw(name, value);
    }
  });
}

function refusalOf(error: unknown, file: string): unknown {
  return error instanceof InvalidBackup ? new Refusal(`${file}: ${error.message}`, Exit.failed) : error;
}

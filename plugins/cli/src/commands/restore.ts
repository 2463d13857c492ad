import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Backup, InvalidBackup, ownFingerprint } from "@postern/core/backup";
import { misplaced, openBlobs } from "../blob-files.ts";
import { markInitialised, prepareFolder } from "../data-folder.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { refill } from "../refill.ts";
import { refuseWhileServed } from "../running.ts";
import { askSecret, readSecret } from "../secret.ts";
import type { Settings } from "../settings.ts";
import { isInMemory } from "../store.ts";

export interface RestoreFlags {
  force?: boolean;
  json?: boolean;
  /** A file of age identities. */
  identityFile?: string;
  passphraseFile?: string;
  acceptUnsigned?: boolean;
  /** A fingerprint. */
  acceptSigner?: string;
}

/** Makes the store of the data folder from a backup: all of it, read back and compared, or nothing. */
export async function restore(settings: Settings, file: string, flags: RestoreFlags, io: Io): Promise<ExitCode> {
  if (isInMemory(settings)) throw new Refusal("A store in memory is gone with this command: nothing to restore");
  refuseWhileServed(settings.data);
  const backup = await opened(pathOf(settings, file, io), flags, io);
  try {
    const blobs = await checked(backup, settings);
    await assertAccepted(backup, settings, flags);
    prepareFolder(settings);
    const { number } = backup.header;
    const source = { number, isPast: true, portions: backup.portions };
    const { records, kept } = await refill(settings, source, flags.force ?? false);
    await writeBlobs(backup, settings);
    markInitialised(settings);
    const told = { records, blobs, createdAt: new Date(backup.header.createdAt).toISOString(), ...(kept && { kept }) };
    if (flags.json) io.out(`${JSON.stringify(told)}\n`);
    else {
      io.out(`Restored ${records} records and ${blobs} large values of ${told.createdAt}\n`);
      if (kept) io.note(`What was there before is kept in ${kept}\n`);
    }
    return Exit.done;
  } catch (error) {
    throw refusalOf(error, file);
  } finally {
    await backup.close();
  }
}

/** A path, or the name of a backup as `service.backup` answers it. */
function pathOf({ data }: Settings, file: string, io: Io): string {
  const places = [resolve(io.cwd, file), join(data, file), join(data, "backups", file)];
  const found = places.find(existsSync);
  if (!found) throw new Refusal(`There is no backup ${file}, neither here nor in ${join(data, "backups")}`);
  return found;
}

async function opened(path: string, flags: RestoreFlags, io: Io): Promise<Backup> {
  const { BackupLocked, encryptionOf, openAnyBackup } = await import("@postern/service/services");
  try {
    return await openAnyBackup(path, await keysFor(await encryptionOf(path), flags, io));
  } catch (error) {
    if (!(error instanceof BackupLocked)) throw refusalOf(error, path);
    throw new Refusal(
      `${path}: ${error.message}. Name a file with --identity-file or --passphrase-file`,
      Exit.notPermitted,
    );
  }
}

/** What opens an encrypted backup: from files, or typed by a person where nothing is named. */
async function keysFor(
  encryption: "recipients" | "passphrase" | undefined,
  { identityFile, passphraseFile }: RestoreFlags,
  io: Io,
): Promise<{ identity?: string; passphrase?: string }> {
  if (encryption === "recipients" && identityFile !== undefined)
    return { identity: await readSecret("identity", identityFile, io) };
  if (encryption !== "passphrase") return {};
  const isTyped = io.asks && (passphraseFile === undefined || passphraseFile === "-");
  if (isTyped) return { passphrase: await askSecret("passphrase", io) };
  return passphraseFile === undefined ? {} : { passphrase: await readSecret("passphrase", passphraseFile, io) };
}

/** Whoever can write the file could have put any key and any record into it: so it is taken from this installation only. */
async function assertAccepted(backup: Backup, { data }: Settings, flags: RestoreFlags): Promise<void> {
  const signer = backup.signer();
  if (signer === undefined) {
    if (flags.acceptUnsigned) return;
    throw new Refusal(
      "The backup is not signed, as those of earlier versions: nobody can say who wrote it. If you know, restore it with --accept-unsigned",
      Exit.notPermitted,
    );
  }
  const own = await ownFingerprint(data);
  if (signer === own || signer === flags.acceptSigner) return;
  const ours = own === undefined ? "this installation has no key" : `the key of this installation is ${own}`;
  throw new Refusal(
    `The backup is signed by another installation, ${signer}; ${ours}. If you trust it, restore it with --accept-signer ${signer}`,
    Exit.notPermitted,
  );
}

/** Reads all of it before anything is touched; answers how many large values there are. */
async function checked(backup: Backup, settings: Settings): Promise<number> {
  let blobs = 0;
  for await (const { kind, name, value } of backup.frames()) {
    if (kind !== "blob") continue;
    const reason = await misplaced(settings, name, value);
    if (reason !== undefined) throw new Refusal(`Nothing was restored: ${reason}`, Exit.failed);
    blobs++;
  }
  return blobs;
}

/** Named by what they hold, so what is there already is the same. */
async function writeBlobs(backup: Backup, settings: Settings): Promise<void> {
  const storage = openBlobs(settings);
  for await (const { kind, name, value } of backup.frames()) {
    if (kind !== "blob") continue;
    const reason = await misplaced(settings, name, value);
    if (reason !== undefined) throw new Refusal(`The records are restored, and not all large values: ${reason}`);
    await storage.setItemRaw(name, value);
  }
}

function refusalOf(error: unknown, file: string): unknown {
  return error instanceof InvalidBackup ? new Refusal(`${file}: ${error.message}`, Exit.failed) : error;
}
